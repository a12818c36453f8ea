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
 * A person who started in a period, with the periods since then in which the
 * person came back, the first being 0.
 */
export interface RetainedPerson {
  readonly id: number
  readonly periods: readonly number[]
}

/** Events of a person that make a timeline. */
export interface PersonHistoryQuery {
  readonly projectId: number
  readonly personId: number
  readonly range: Range
  /** The events that matter; all, when there are none. */
  readonly entities: readonly Entity[]
}

/** An event of a person. */
export interface PersonEvent {
  /** ISO 8601 in UTC, with microseconds. */
  readonly moment: string
  /** True if the event lies in the range and is relevant. */
  readonly is_relevant: boolean
  /** Its `$set`, `$set_once` and `$unset`, where it may change its person. */
  readonly changes: JsonObject
}

/** An order to delete events. */
export interface EventDeletion {
  readonly projectId: number
  readonly distinctIds: readonly string[]
  /** Events that were accepted later stay: the ids belong to whom they name then. */
  readonly until: string
}

/**
 * Store that keeps and analyses events. Nothing else reads them, so that another store can take the place of
 * PostgreSQL.
 *
 * Only events of known persons count. A person's events have one order: by time, then by UUID.
 */
export interface EventStore {
  /** By person. Without steps, nobody. */
  funnel(query: FunnelQuery): Promise<PersonIds>
  /** By person. Without steps, nobody. */
  correlation(query: CorrelationQuery): Promise<PersonIds>
  /** By person. */
  path(query: PathQuery): Promise<PersonIds>
  /** By person. */
  lifecycle(query: LifecycleQuery): Promise<PersonIds>
  /** By descending number of periods, then by person. */
  retention(query: RetentionQuery): Promise<readonly RetainedPerson[]>
  /** By person. */
  stickiness(query: StickinessQuery): Promise<PersonIds>
  /** By descending number of events, then by person. */
  trends(query: TrendsQuery): Promise<PersonIds>
  /**
   * The events of a person that matter or change it, from the first one to the
   * end of the range, in their order.
   */
  personHistory(query: PersonHistoryQuery): Promise<readonly PersonEvent[]>
  exported(selection: EventExport): ExportedEvents
  /**
   * Deletes events. When it returns, none is left.
   * @throws Error when the signal says so; what is deleted by then stays deleted.
   */
  delete(deletion: EventDeletion, signal?: AbortSignal): Promise<void>
}

/** Gives the store of events. What is looked up in PostgreSQL on the way goes over these connections. */
export type OpenEvents = (db: Kysely<Database>) => EventStore
