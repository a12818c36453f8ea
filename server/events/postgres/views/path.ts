import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/schema.ts'
import type { PathEventType, PathQuery } from '../../../questions/queries.ts'
import type { PersonIds } from '../../store.ts'
import { combineConditions } from './combine.ts'
import { isAnyEntity, selectPersonEvents } from './person-events.ts'
import { selectPersonIds } from './person-page.ts'

type Places = Omit<PathQuery, 'startPoint' | 'endPoint' | 'stepLimit'>

/** Longest pause within a path. A longer pause ends the path. */
const longestPause = sql`interval '30 minutes'`

/**
 * The name of a place: the address for a page, the screen name for a screen, and the event name for any other
 * event.
 */
const place = sql`coalesce(nullif(case event.event
    when '$pageview' then regexp_replace(event.properties ->> '$current_url', '(.)/$', '\\1')
    when '$screen' then event.properties ->> '$screen_name' end, ''), event.event)`

/** A place's displayed name: the first matching grouping or, if none matches, the place itself. */
function placeName(groupings: PathQuery['groupings']): RawBuilder<string> {
  if (groupings.length === 0) return sql`${place}`
  const cases = groupings.map(
    (grouping) => sql`when ${place} like ${likeOf(grouping)} then ${grouping}::text`,
  )
  return sql`case ${sql.join(cases, sql` `)} else ${place} end`
}

/**
 * Converts a grouping to a pattern for `like`, which is fast on any text; a regular expression might not be.
 */
function likeOf(grouping: string): string {
  return grouping.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/\*+/g, '%')
}

const kindConditions: Readonly<Record<PathEventType, RawBuilder<boolean>>> = {
  $pageview: sql`event.event = '$pageview'`,
  $screen: sql`event.event = '$screen'`,
  custom_event: sql`not starts_with(event.event, '$')`,
}

/** True if a row of `event` can be part of a path. */
function isPlace({ entities, kinds, excluded }: Places, name: RawBuilder<string>): RawBuilder<boolean> {
  const named = entities.length > 0 || kinds.length === 0 ? [isAnyEntity(entities)] : []
  const either = [...named, ...new Set(kinds.map((kind) => kindConditions[kind]))]
  const isIncluded = combineConditions(either, 'or')
  if (excluded.length === 0) return isIncluded
  return sql`${isIncluded} and event.event <> all(${excluded}::text[]) and ${name} <> all(${excluded}::text[])`
}

/** @see EventStore.path */
export async function pathPersons(db: Kysely<Database>, query: PathQuery): Promise<PersonIds> {
  const conditions = [hasEdge(query), dropsOff(query)].filter((condition) => condition !== undefined)
  const found =
    conditions.length < 2
      ? sql`select distinct person_id from (${walk(query)}) as walk where ${conditions[0] ?? sql`true`}`
      : sql`
        select distinct person_id from (
          select person_id from (${walk(query)}) as walk group by person_id, session
          having ${sql.join(
            conditions.map((condition) => sql`bool_or(${condition})`),
            sql` and `,
          )}) as walker`
  return await selectPersonIds(db, query, { found })
}

/** True if a row begins an edge that starts and ends at the given places. */
function hasEdge({ startKey, endKey }: PathQuery): RawBuilder<boolean> | undefined {
  if (startKey === undefined && endKey === undefined) return undefined
  const from = startKey === undefined ? sql`true` : isOneOf(sql`step || '_' || name`, startKey)
  const to = endKey === undefined ? sql`true` : isOneOf(sql`(step + 1) || '_' || next_name`, endKey)
  return sql`next_name is not null and ${from} and ${to}`
}

/** True if a row ends a path at the given place. */
function dropsOff({ dropoffKey }: PathQuery): RawBuilder<boolean> | undefined {
  if (dropoffKey === undefined) return undefined
  return sql`is_last and ${isOneOf(sql`step || '_' || name`, dropoffKey)}`
}

/** True if a name equals the one that the caller gave, with or without the caller's trailing slash. */
function isOneOf(name: RawBuilder<unknown>, given: string): RawBuilder<boolean> {
  return sql`${name} = any(${[given, given.replace(/(.)\/$/, '$1')]}::text[])`
}

/** The places of each path, trimmed to its start and end points and to its maximum length. */
function walk({ startPoint, endPoint, stepLimit, ...query }: PathQuery): RawBuilder<unknown> {
  const first =
    startPoint === undefined
      ? sql`1`
      : sql`min(number) filter (where ${isOneOf(sql`name`, startPoint)}) over (partition by person_id, session)`
  const last =
    endPoint === undefined
      ? sql`null::bigint`
      : sql`min(number) filter (where ${isOneOf(sql`name`, endPoint)} and number >= first) over (partition by person_id, session)`
  // If only an end point is given, paths are trimmed at the beginning.
  const isCutAhead = endPoint !== undefined && startPoint === undefined
  const origin = isCutAhead ? sql`greatest(first, last - ${stepLimit}::bigint + 1)` : sql`first`
  const isLast = endPoint === undefined ? sql`following is null` : sql`number = last`
  const hasEnd = endPoint === undefined ? sql`true` : sql`last is not null`
  return sql`
    select person_id, session, number - origin + 1 as step, name, ${isLast} as is_last,
      case when number < least(last, origin + ${stepLimit}::bigint - 1) then following end as next_name
    from (
      select *, ${origin} as origin from (
        select *, ${last} as last from (
          select *, ${first} as first from (${numberedPlaces(query)}) as numbered) as started) as ended) as cut
    where ${hasEnd} and number between origin and least(last, origin + ${stepLimit}::bigint - 1)`
}

/**
 * Places in the order of a person's events, by session, each with the next place. Consecutive equal places
 * count as one.
 */
function numberedPlaces(query: Places): RawBuilder<unknown> {
  const { range, groupings } = query
  const name = placeName(groupings)
  const where = isPlace(query, name)
  const columns = [sql`, ${name} as name`]
  return sql`
    select *, row_number() over path as number, lead(name) over path as following
    from (
      select *, count(*) filter (where is_first) over (partition by person_id order by moment, uuid) as session
      from (
        select *,
          coalesce(moment - lag(moment) over own > ${longestPause}, true) as is_first,
          coalesce(name = lag(name) over own, false) as is_same
        from (${selectPersonEvents({ query, range, where, columns })}) as place
        window own as (partition by person_id order by moment, uuid)) as follower
      where is_first or not is_same) as visit
    window path as (partition by person_id, session order by moment, uuid)`
}
