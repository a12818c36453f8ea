import type {
  CorrelationQuery,
  FunnelQuery,
  LifecycleQuery,
  PathQuery,
  RetentionQuery,
  StickinessQuery,
  TrendsQuery,
} from './queries.ts'

/** Ids of a page's persons, in the order of the view. */
export type PersonIds = readonly number[]

/** A person who started in a period, with the periods since then in which the person came back, the first being 0. */
export interface RetainedPerson {
  readonly id: number
  readonly periods: readonly number[]
}

/**
 * Where events are kept and analysed. Each view is one method, so that another store can take the place of PostgreSQL.
 *
 * Only events of known persons count. A person's events have one order: by their time, and by their UUID where they are of
 * one time.
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
}
