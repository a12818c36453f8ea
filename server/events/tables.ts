import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { Timestamp } from '../database/schema.ts'
import type { JsonObject } from '../values/json.ts'

declare module '../database/schema.ts' {
  interface Database {
    events: EventTable
    event_deletions: EventDeletionTable
  }
}

interface EventTable {
  project_id: number
  uuid: Generated<string>
  event: string
  distinct_id: string
  /** When it happened. */
  timestamp: Timestamp
  properties: JSONColumnType<JsonObject, string | undefined, string>
  /** When it was accepted. */
  created_at: Timestamp
}

/** An order to delete what these ids did up to the moment of the order. */
interface EventDeletionTable {
  project_id: number
  id: Generated<string>
  distinct_ids: string[]
  created_at: Timestamp
}

export type EventRow = Selectable<EventTable>
