import type { Generated, JSONColumnType } from 'kysely'
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
  /** Time at which the event happened. */
  timestamp: Timestamp
  properties: JSONColumnType<JsonObject, string | undefined, string>
  /** Time at which the event was accepted. */
  created_at: Timestamp
}

/** An order to delete the events of `distinct_ids` that were accepted before the order was placed. */
interface EventDeletionTable {
  project_id: number
  id: Generated<string>
  distinct_ids: string[]
  created_at: Timestamp
}

/** A single row that contains the home of events. */
interface EventHomeTable {
  home: EventHome
  since: Timestamp
  progress: JSONColumnType<HomeProgress, string | undefined, string>
}

/** Progress of a move. */
export interface HomeProgress {
  /** The former home of events, as long as it still contains them. */
  readonly left?: 'postgres' | 'clickhouse'
  /** True if all persons are in the outbox. */
  readonly people?: true
  /** Position of the last event that was examined. */
  readonly last?: CopiedEvent
  /** Number of events examined so far. */
  readonly passed?: number
}

/** An event's position in the order of copying: by project, time of acceptance, and UUID. */
export interface CopiedEvent {
  readonly project_id: number
  readonly created_at: string
  readonly uuid: string
}

/**
 * The location of events: in PostgreSQL; in PostgreSQL while being copied to ClickHouse; in ClickHouse; in
 * ClickHouse while being copied back.
 */
export type EventHome = 'postgres' | 'copying' | 'clickhouse' | 'returning'

/** Changes that are waiting for ClickHouse, in order. */
interface EventOutboxTable {
  sequence: Generated<string>
  kind: OutboxKind
  project_id: number
  /** Number of rows in `rows`. */
  count: number
  bytes: number
  created_at: Timestamp
  rows: JSONColumnType<JsonObject[], string, string>
}

/** The kind of a change: rows for persons, for their ids or for events, or the deletion of a project. */
export type OutboxKind = 'persons' | 'ids' | 'events' | 'project'

/** The only block being sent. Its outbox rows are fixed before it is sent. */
interface EventBlockTable {
  id: Generated<string>
  sequences: string[]
}

/** The receipt for an accepted event, kept while events are in ClickHouse or being moved. */
interface EventReceiptTable {
  project_id: number
  uuid: string
  created_at: Timestamp
}

/** A table that exists in ClickHouse and might contain rows. */
interface ClickhouseTablesTable {
  name: string
}
