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
  const found = sql`
    select distinct person_id from (
      select person_id from (${walk(query)}) as walk
      group by person_id, session having ${isWanted(query)}) as walker`
  return await selectPersonIds(db, query, { found })
}

/** The places of each path, cut to its start and end points and to its longest length. */
function walk({ startPoint, endPoint, stepLimit, ...query }: PathQuery): RawBuilder<unknown> {
  const first =
    startPoint === undefined
      ? sql`1`
      : sql`min(number) filter (where name = ${startPoint}) over (partition by person_id, session)`
  const last =
    endPoint === undefined
      ? sql`max(number) over (partition by person_id, session)`
      : sql`min(number) filter (where name = ${endPoint} and number >= first) over (partition by person_id, session)`
  // A path that only has an end is cut at its beginning.
  const isCutAhead = endPoint !== undefined && startPoint === undefined
  const origin = isCutAhead ? sql`greatest(first, last - ${stepLimit}::bigint + 1)` : sql`first`
  return sql`
    select person_id, session, number - origin + 1 as step, name, number = last as is_last,
      lead(name) over (partition by person_id, session order by number) as next_name
    from (
      select *, ${origin} as origin from (
        select *, ${last} as last from (
          select *, ${first} as first from (${numberedPlaces(query)}) as numbered) as started) as ended) as cut
    where number between origin and least(last, origin + ${stepLimit}::bigint - 1)`
}

/** Places in the order of a person's events, in sessions. Staying at a place is one place. */
function numberedPlaces(
  query: Omit<PathQuery, 'startPoint' | 'endPoint' | 'stepLimit'>,
): RawBuilder<unknown> {
  const { entities, range } = query
  return sql`
    select *, row_number() over (partition by person_id, session order by moment, uuid) as number
    from (
      select *, count(*) filter (where is_first) over (partition by person_id order by moment, uuid) as session
      from (
        select *,
          coalesce(moment - lag(moment) over own > ${longestPause}, true) as is_first,
          coalesce(name = lag(name) over own, false) as is_same
        from (${selectPersonEvents({ query, range, where: isAnyEntity(entities), columns: [placeName] })}) as place
        window own as (partition by person_id order by moment, uuid)) as follower
      where is_first or not is_same) as visit`
}

/** Whether the rows of one path hold the edge between two places, and end where they should. */
function isWanted({ startKey, endKey, dropoffKey }: PathQuery): RawBuilder<boolean> {
  const from = startKey === undefined ? sql`true` : sql`step || '_' || name = ${startKey}`
  const to = endKey === undefined ? sql`true` : sql`(step + 1) || '_' || next_name = ${endKey}`
  const isEdge = startKey === undefined && endKey === undefined ? sql`true` : sql`next_name is not null`
  const end = dropoffKey === undefined ? sql`true` : sql`is_last and step || '_' || name = ${dropoffKey}`
  return sql`bool_or(${isEdge} and ${from} and ${to}) and bool_or(${end})`
}
