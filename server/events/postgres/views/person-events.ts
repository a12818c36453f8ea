import { type RawBuilder, sql } from 'kysely'
import type { Range } from '../../../questions/dates.ts'
import type { Entity, ViewQuery } from '../../../questions/queries.ts'
import { combineConditions } from './combine.ts'
import { propertyCondition } from './property-condition.ts'

/** Events that a query reads. */
export interface EventSelection {
  readonly query: Pick<ViewQuery, 'projectId' | 'properties'>
  /** Without `from`, since the first event. */
  readonly range: Pick<Range, 'to'> & Partial<Range>
  /** Further condition on an event; `event` and `known` are its row and that of its distinct id. */
  readonly where: RawBuilder<boolean>
  /** Columns besides `person_id`, `momentParameter` and `uuid`; each starts with a comma. */
  readonly columns?: readonly RawBuilder<unknown>[]
}

/** A select of events with their persons. Events of distinct ids without a person are left out. */
export function selectPersonEvents({
  query,
  range,
  where,
  columns = [],
}: EventSelection): RawBuilder<unknown> {
  const since = range.from === undefined ? sql`true` : sql`event.timestamp >= ${momentParameter(range.from)}`
  return sql`
    select known.person_id, event.timestamp as moment, event.uuid${sql.join(columns, sql``)}
    from events as event
    join person_distinct_ids as known
      on known.project_id = event.project_id and known.distinct_id = event.distinct_id
    where event.project_id = ${query.projectId} and known.project_id = ${query.projectId}
      and ${since} and event.timestamp < ${momentParameter(range.to)}
      and ${propertyCondition(query.properties)} and ${where}`
}

/** True if a row of `event` matches an entity. */
export function isEntity({ event, properties }: Entity): RawBuilder<boolean> {
  const named = event === null ? sql<boolean>`true` : sql<boolean>`event.event = ${event}`
  return sql<boolean>`(${named} and ${propertyCondition(properties)})`
}

/** True if a row of `event` matches any of some entities; always true if there are none. */
export function isAnyEntity(entities: readonly Entity[]): RawBuilder<boolean> {
  if (entities.length === 0) return sql`true`
  return sql`${hasNameOf(entities)} and ${combineConditions(entities.map(isEntity), 'or')}`
}

/**
 * Restricts rows of `event` to the names of some entities, by an index. Only for speed: the entities' own
 * conditions apply as well.
 */
export function hasNameOf(entities: readonly Entity[]): RawBuilder<boolean> {
  const names = entities.flatMap(({ event }) => (event === null ? [] : [event]))
  return names.length < entities.length ? sql`true` : sql`event.event = any(${names}::text[])`
}

/** A time as a parameter of a query. */
export function momentParameter(date: Date): RawBuilder<string> {
  return sql`${date.toISOString()}::timestamptz`
}

/** Times as one parameter, ascending: `width_bucket` finds the period that contains another time. */
export function momentsParameter(dates: readonly Date[]): RawBuilder<string[]> {
  return sql`${dates.map((date) => date.toISOString())}::timestamptz[]`
}
