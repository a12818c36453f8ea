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

/** The ids of a page's persons, in the view's order. */
export type PersonIds = readonly number[]

/**
 * A person who started in a period, and the numbers of the periods since then in which the person came back.
 * The period of the start has the number 0.
 */
export interface RetainedPerson {
  readonly id: number
  readonly periods: readonly number[]
}

/** A query for the events in a person's timeline. */
export interface PersonHistoryQuery {
  readonly projectId: number
  readonly personId: number
  readonly range: Range
  /** The relevant events; if empty, all events are relevant. */
  readonly entities: readonly Entity[]
}

/** One of a person's events. */
export interface PersonEvent {
  /** ISO 8601 in UTC, with microseconds. */
  readonly moment: string
  /** True if the event is relevant and within the range. */
  readonly is_relevant: boolean
  /** The event's `$set`, `$set_once` and `$unset`, if it can change its person. */
  readonly changes: JsonObject
}

/** An order to delete events. */
export interface EventDeletion {
  readonly projectId: number
  readonly distinctIds: readonly string[]
  /** Events accepted later are kept, because they belong to the person who has the ids at that time. */
  readonly until: string
}

/**
 * Reads and deletes events wherever they are stored, so that another store can replace PostgreSQL. Analyses
 * count the events of known persons. A person's events are ordered by time, and then by UUID.
 */
export interface EventStore {
  /** Ordered by person. Empty if the query has no steps. */
  funnel(query: FunnelQuery): Promise<PersonIds>
  /** Ordered by person. Empty if the query has no steps. */
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
   * A person's events that are relevant or change the person, from the first event to the end of the range,
   * in order.
   */
  personHistory(query: PersonHistoryQuery): Promise<readonly PersonEvent[]>
  exported(selection: EventExport): ExportedEvents
  /**
   * Deletes events. When it returns, none of them is left.
   * @throws Error if the signal aborts; deletions made before that are kept.
   */
  delete(deletion: EventDeletion, signal?: AbortSignal): Promise<void>
}

/** Opens the event store. Lookups in PostgreSQL use the given connections. */
export type OpenEvents = (db: Kysely<Database>) => EventStore
