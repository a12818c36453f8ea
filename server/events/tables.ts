import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { Timestamp } from '../database/schema.ts'
import type { JsonObject } from '../values/json.ts'

declare module '../database/schema.ts' {
  interface Database {
    events: EventTable
    event_deletions: EventDeletionTable
    event_home: EventHomeTable
    event_outbox: EventOutboxTable
    event_blocks: EventBlockTable
    event_receipts: EventReceiptTable
    clickhouse_tables: ClickhouseTablesTable
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

/** The one row that says where events live. */
interface EventHomeTable {
  home: EventHome
  since: Timestamp
  progress: JSONColumnType<HomeProgress, string | undefined, string>
}

/** How far a move has come. */
export interface HomeProgress {
  /** Where events lived before, while they are there still. */
  readonly left?: 'postgres' | 'clickhouse'
  /** True if all persons are in the outbox. */
  readonly people?: true
  /** The last event that was copied into the outbox. */
  readonly last?: CopiedEvent
  /** How many events were looked at for that. */
  readonly passed?: number
}

/** Where an event stands in the order in which events are copied: by project, by acceptance, by UUID. */
export interface CopiedEvent {
  readonly project_id: number
  readonly created_at: string
  readonly uuid: string
}

/**
 * Where events live: in PostgreSQL; there, while they are copied to ClickHouse; in ClickHouse; there, while they are copied back.
 */
export type EventHome = 'postgres' | 'copying' | 'clickhouse' | 'returning'

/** Changes that ClickHouse has yet to learn, in its order. */
interface EventOutboxTable {
  sequence: Generated<string>
  kind: OutboxKind
  project_id: number
  /** How many rows `rows` has. */
  count: number
  bytes: number
  created_at: Timestamp
  rows: JSONColumnType<JsonObject[], string, string>
}

/** Rows of persons, of their ids, of events; or that a project is gone. */
export type OutboxKind = 'persons' | 'ids' | 'events' | 'project'

/** The one block that is on its way: which rows of the outbox it has is fixed before it is sent. */
interface EventBlockTable {
  id: Generated<string>
  sequences: string[]
}

/** That an event was accepted, where events are not in this database. */
interface EventReceiptTable {
  project_id: number
  uuid: string
  created_at: Timestamp
}

/** That ClickHouse has a table, which may have been handed rows since. */
interface ClickhouseTablesTable {
  name: string
}

export type EventRow = Selectable<EventTable>
