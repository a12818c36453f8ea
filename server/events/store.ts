import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Range } from '../questions/dates.ts'
import type {
  CorrelationQuery,
  Entity,
  FunnelQuery,
  LifecycleQuery,
  PathQuery,
  RetentionQuery,
  StickinessQuery,
  TrendsQuery,
} from '../questions/queries.ts'
import type { JsonObject } from '../values/json.ts'
import type { EventExport, ExportedEvents } from './event-export.ts'

/** Ids of a page's persons, in the order of the view. */
export type PersonIds = readonly number[]

/**
 * A person who started in a period, with the periods since then in which the person came back; the first is
 * 0.
 */
export interface RetainedPerson {
  readonly id: number
  readonly periods: readonly number[]
}

/** Query for the events of a person's timeline. */
export interface PersonHistoryQuery {
  readonly projectId: number
  readonly personId: number
  readonly range: Range
  /** The relevant events; all if empty. */
  readonly entities: readonly Entity[]
}

/** An event of a person. */
export interface PersonEvent {
  /** ISO 8601 in UTC, with microseconds. */
  readonly moment: string
  /** True if the event is in the range and relevant. */
  readonly is_relevant: boolean
  /** The event's `$set`, `$set_once` and `$unset`, if it may change its person. */
  readonly changes: JsonObject
}

/** An order to delete events. */
export interface EventDeletion {
  readonly projectId: number
  readonly distinctIds: readonly string[]
  /** Later accepted events are kept: they belong to the persons of their ids at that time. */
  readonly until: string
}

/**
 * Stores and analyses events. Nothing else reads them, so that another store can replace PostgreSQL.
 * Only events of known persons count. A person's events are ordered by time, then by UUID.
 */
export interface EventStore {
  /** Ordered by person. Empty without steps. */
  funnel(query: FunnelQuery): Promise<PersonIds>
  /** Ordered by person. Empty without steps. */
  correlation(query: CorrelationQuery): Promise<PersonIds>
  /** Ordered by person. */
  path(query: PathQuery): Promise<PersonIds>
  /** Ordered by person. */
  lifecycle(query: LifecycleQuery): Promise<PersonIds>
  /** Ordered by descending number of periods, then by person. */
  retention(query: RetentionQuery): Promise<readonly RetainedPerson[]>
  /** Ordered by person. */
  stickiness(query: StickinessQuery): Promise<PersonIds>
  /** Ordered by descending number of events, then by person. */
  trends(query: TrendsQuery): Promise<PersonIds>
  /**
   * A person's events that are relevant or change the person, from the first to the end of the range, in
   * order.
   */
  personHistory(query: PersonHistoryQuery): Promise<readonly PersonEvent[]>
  exported(selection: EventExport): ExportedEvents
  /**
   * Deletes events. When it returns, none is left.
   * @throws Error if the signal aborts; deletions so far are kept.
   */
  delete(deletion: EventDeletion, signal?: AbortSignal): Promise<void>
}

/** Opens the store of events. Lookups in PostgreSQL use these connections. */
export type OpenEvents = (db: Kysely<Database>) => EventStore
