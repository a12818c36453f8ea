import type { PathEventType, PathQuery } from '../../../questions/queries.ts'
import type { PersonIds } from '../../store.ts'
import { propertyTextOf } from '../properties/property-text.ts'
import type { ClickhouseReader } from '../reader.ts'
import {
  alwaysMet,
  type ClickhouseStatement,
  ch,
  combineConditions,
  integerStatement,
  joinStatements,
  textParameter,
  textsParameter,
} from '../statement.ts'
import { isAnyEntity, orderedUuid, selectPersonEvents } from './person-events.ts'
import { pageById } from './person-page.ts'
import type { PersonSpan } from './person-span.ts'

/** Longest pause within a path, in microseconds. A longer pause ends the path. */
const longestPause = 1_800_000_000n

const url = propertyTextOf(ch`e.texts['$current_url']`)

/**
 * The name of a page or screen: its address, without a trailing slash, or its screen name; empty for any
 * other event.
 */
const seen = ch`multiIf(
  e.event = '$pageview', if(length(${url}) > 1 and endsWith(${url}, '/'), substring(${url}, 1, length(${url}) - 1), ${url}),
  e.event = '$screen', ${propertyTextOf(ch`e.texts['$screen_name']`)}, '')`

const place = ch`if(${seen} = '', toString(e.event), ${seen})`

/** A place's displayed name: the first matching grouping or, if none matches, the place itself. */
function placeName(groupings: PathQuery['groupings']): ClickhouseStatement {
  if (groupings.length === 0) return place
  const cases = groupings.map(
    (grouping) => ch`${place} like ${textParameter(likeOf(grouping))}, ${textParameter(grouping)}`,
  )
  return ch`multiIf(${joinStatements(cases, ', ')}, ${place})`
}

function likeOf(grouping: string): string {
  return grouping.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/\*+/g, '%')
}

const kindConditions: Readonly<Record<PathEventType, ClickhouseStatement>> = {
  $pageview: ch`e.event = '$pageview'`,
  $screen: ch`e.event = '$screen'`,
  custom_event: ch`not startsWith(e.event, '$')`,
}

/** True if a row of `e` can be part of a path. */
function isPlace({ entities, kinds, excluded }: PathQuery, span: PersonSpan): ClickhouseStatement {
  const named = entities.length > 0 || kinds.length === 0 ? [ch`(${isAnyEntity(entities, span)})`] : []
  const isIncluded = combineConditions(
    [...named, ...[...new Set(kinds)].map((kind) => kindConditions[kind])],
    'or',
  )
  if (excluded.length === 0) return isIncluded
  return ch`${isIncluded} and e.event not in ${textsParameter(excluded)} and name not in ${textsParameter(excluded)}`
}

/** @see EventStore.path */
export async function pathPersons(reader: ClickhouseReader, query: PathQuery): Promise<PersonIds> {
  return await pageById(
    reader,
    query,
    (span) => ch`
      select distinct who from (${walks(query, span)})
      where length(steps) > 0 and ${hasEdge(query)} and ${dropsOff(query)}`,
  )
}

/** True if a path has an edge that starts and ends at the given places. */
function hasEdge({ startKey, endKey }: PathQuery): ClickhouseStatement {
  if (startKey === undefined && endKey === undefined) return alwaysMet
  const from = startKey === undefined ? alwaysMet : isOneOf(ch`start`, startKey)
  const to = endKey === undefined ? alwaysMet : isOneOf(ch`end`, endKey)
  return ch`arrayExists((start, end) -> ${from} and ${to}, arrayPopBack(steps), arrayPopFront(steps))`
}

/** True if a path ends at the given place, and was not cut off. */
function dropsOff({ dropoffKey }: PathQuery): ClickhouseStatement {
  return dropoffKey === undefined ? alwaysMet : ch`(is_whole and ${isOneOf(ch`steps[-1]`, dropoffKey)})`
}

/** True if a name equals the one that the caller gave, with or without the caller's trailing slash. */
function isOneOf(name: ClickhouseStatement, given: string): ClickhouseStatement {
  return ch`${name} in (${textParameter(given)}, ${textParameter(given.replace(/(.)\/$/s, '$1'))})`
}

/**
 * The places of each path as `steps`, trimmed to its start and end points and to its maximum length. Each
 * place is prefixed with its number.
 */
function walks(query: PathQuery, span: PersonSpan): ClickhouseStatement {
  const { startPoint, endPoint, stepLimit } = query
  const first =
    startPoint === undefined ? ch`1` : ch`arrayFirstIndex(name -> ${isOneOf(ch`name`, startPoint)}, places)`
  const last =
    endPoint === undefined
      ? ch`length(places)`
      : ch`arrayFirstIndex((name, number) -> number >= first and ${isOneOf(ch`name`, endPoint)},
          places, arrayEnumerate(places))`
  const limit = integerStatement(stepLimit)
  // If only an end point is given, paths are trimmed at the beginning.
  const isCutAhead = endPoint !== undefined && startPoint === undefined
  const origin = isCutAhead ? ch`greatest(1, last - ${limit} + 1)` : ch`first`
  return ch`
    select who, toInt64(${first}) as first, toInt64(${last}) as last, ${origin} as origin,
      least(last, origin + ${limit} - 1) as until, until = last as is_whole,
      arrayMap((name, number) -> concat(toString(number), '_', name),
        arraySlice(places, origin, until - origin + 1) as cut, arrayEnumerate(cut)) as steps
    from (${sessions(query, span)})
    where first > 0 and last >= first`
}

/**
 * One row for each path of a person, with the names of its `places` in order. Consecutive equal places count
 * as one.
 */
function sessions(query: PathQuery, span: PersonSpan): ClickhouseStatement {
  const { range, groupings } = query
  const events = selectPersonEvents({
    query,
    span,
    range,
    where: isPlace(query, span),
    columns: [ch`e.timestamp as moment`, ch`${orderedUuid} as uuid`, ch`${placeName(groupings)} as name`],
  })
  return ch`
    select who, arrayJoin(arraySplit((name, is_first) -> is_first, names, firsts)) as session, arrayCompact(session) as places
    from (
      select who, arraySort(groupArray((moment, uuid, name))) as events, events.3 as names,
        arrayMap(pause -> pause > ${integerStatement(longestPause)}, arrayDifference(events.1)) as firsts
      from (${events}) group by who)`
}
