import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { PathQuery } from '../queries.ts'
import type { PersonIds } from '../store.ts'
import { isAnyEntity, selectPersonEvents } from './person-events.ts'
import { selectPersonIds } from './person-page.ts'

/** A longer pause ends a path. */
const longestPause = sql`interval '30 minutes'`

/** Pages and screens are told by what was seen, other events by their name. */
const placeName = sql`, coalesce(nullif(case event.event
    when '$pageview' then regexp_replace(event.properties ->> '$current_url', '(.)/$', '\\1')
    when '$screen' then event.properties ->> '$screen_name' end, ''), event.event) as name`

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

/** Whether a row is the start of the edge between two places. */
function hasEdge({ startKey, endKey }: PathQuery): RawBuilder<boolean> | undefined {
  if (startKey === undefined && endKey === undefined) return undefined
  const from = startKey === undefined ? sql`true` : sql`step || '_' || name = ${startKey}`
  const to = endKey === undefined ? sql`true` : sql`(step + 1) || '_' || next_name = ${endKey}`
  return sql`next_name is not null and ${from} and ${to}`
}

/** Whether a row is the end of a path, at a place. */
function dropsOff({ dropoffKey }: PathQuery): RawBuilder<boolean> | undefined {
  return dropoffKey === undefined ? undefined : sql`is_last and step || '_' || name = ${dropoffKey}`
}

/** The places of each path, cut to its start and end points and to its longest length. */
function walk({ startPoint, endPoint, stepLimit, ...query }: PathQuery): RawBuilder<unknown> {
  const first =
    startPoint === undefined
      ? sql`1`
      : sql`min(number) filter (where name = ${startPoint}) over (partition by person_id, session)`
  const last =
    endPoint === undefined
      ? sql`null::bigint`
      : sql`min(number) filter (where name = ${endPoint} and number >= first) over (partition by person_id, session)`
  // A path that only has an end is cut at its beginning.
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

/** Places in the order of a person's events, in sessions, each with the one that follows. Staying at a place is one place. */
function numberedPlaces(
  query: Omit<PathQuery, 'startPoint' | 'endPoint' | 'stepLimit'>,
): RawBuilder<unknown> {
  const { entities, range } = query
  const columns = [placeName]
  return sql`
    select *, row_number() over path as number, lead(name) over path as following
    from (
      select *, count(*) filter (where is_first) over (partition by person_id order by moment, uuid) as session
      from (
        select *,
          coalesce(moment - lag(moment) over own > ${longestPause}, true) as is_first,
          coalesce(name = lag(name) over own, false) as is_same
        from (${selectPersonEvents({ query, range, where: isAnyEntity(entities), columns })}) as place
        window own as (partition by person_id order by moment, uuid)) as follower
      where is_first or not is_same) as visit
    window path as (partition by person_id, session order by moment, uuid)`
}
