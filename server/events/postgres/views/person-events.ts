import { type RawBuilder, sql } from 'kysely'
import type { Range } from '../../../questions/dates.ts'
import type { Entity, ViewQuery } from '../../../questions/queries.ts'
import { combineConditions } from './combine.ts'
import { propertyCondition } from './property-condition.ts'

/** The events that a query reads. */
export interface EventSelection {
  readonly query: Pick<ViewQuery, 'projectId' | 'properties'>
  /** Without `from`, the range begins with the first event. */
  readonly range: Pick<Range, 'to'> & Partial<Range>
  /** Additional condition on an event; `event` is its row, and `known` is the row of its distinct id. */
  readonly where: RawBuilder<boolean>
  /** Columns in addition to `person_id`, `moment` and `uuid`; each starts with a comma. */
  readonly columns?: readonly RawBuilder<unknown>[]
}

/** Selects events with their persons. Omits events whose distinct id has no person. */
export function selectPersonEvents({
  query,
  range,
  where,
  columns = [],
}: EventSelection): RawBuilder<unknown> {
  const since = range.from === undefined ? sql`true` : sql`event.timestamp >= ${momentAsSql(range.from)}`
  return sql`
    select known.person_id, event.timestamp as moment, event.uuid${sql.join(columns, sql``)}
    from events as event
    join person_distinct_ids as known
      on known.project_id = event.project_id and known.distinct_id = event.distinct_id
    where event.project_id = ${query.projectId} and known.project_id = ${query.projectId}
      and ${since} and event.timestamp < ${momentAsSql(range.to)}
      and ${propertyCondition(query.properties)} and ${where}`
}

/** True if a row of `event` matches an entity. */
export function isEntity({ event, properties }: Entity): RawBuilder<boolean> {
  const named = event === null ? sql<boolean>`true` : sql<boolean>`event.event = ${event}`
  return sql<boolean>`(${named} and ${propertyCondition(properties)})`
}

/** True if a row of `event` matches any of the entities; always true if there are no entities. */
export function isAnyEntity(entities: readonly Entity[]): RawBuilder<boolean> {
  if (entities.length === 0) return sql`true`
  return sql`${hasNameOf(entities)} and ${combineConditions(entities.map(isEntity), 'or')}`
}

/**
 * Restricts rows of `event` to the entities' event names, using an index. This is only for speed: the
 * entities' own conditions apply as well.
 */
export function hasNameOf(entities: readonly Entity[]): RawBuilder<boolean> {
  const names = entities.flatMap(({ event }) => (event === null ? [] : [event]))
  return names.length < entities.length ? sql`true` : sql`event.event = any(${names}::text[])`
}

/** A time as a query parameter. */
export function momentAsSql(date: Date): RawBuilder<string> {
  return sql`${date.toISOString()}::timestamptz`
}

/** Times as one parameter, in ascending order. `width_bucket` finds the period that contains a given time. */
export function momentsAsSql(dates: readonly Date[]): RawBuilder<string[]> {
  return sql`${dates.map((date) => date.toISOString())}::timestamptz[]`
}
