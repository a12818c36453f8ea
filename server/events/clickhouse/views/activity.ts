import type {
  LifecycleQuery,
  LifecycleState,
  StickinessQuery,
  TrendsQuery,
} from '../../../questions/queries.ts'
import { breakdownFilters } from '../../conditions.ts'
import type { PersonIds } from '../../store.ts'
import { microsOf, momentParameter } from '../micros.ts'
import type { ClickhouseReader } from '../reader.ts'
import { alwaysMet, type ClickhouseStatement, ch, integerStatement, integersParameter } from '../statement.ts'
import { askEverybody } from './ask-span.ts'
import { isEntity, selectPersonEvents } from './person-events.ts'
import { pageById, pageByRank } from './person-page.ts'
import { propertyCondition } from './property-condition.ts'

/**
 * For each state, the condition on the first and last times of a person's activity. `isCreated` is true if
 * the person must have been created in the period, false if not, and absent if either is allowed.
 */
const states: Readonly<
  Record<
    LifecycleState,
    { readonly did: (begin: ClickhouseStatement) => ClickhouseStatement; readonly isCreated?: boolean }
  >
> = {
  new: { did: isActive, isCreated: true },
  returning: { did: (begin) => ch`${isActive(begin)} and ${wasActive(begin)}`, isCreated: false },
  resurrecting: { did: (begin) => ch`${isActive(begin)} and not ${wasActive(begin)}`, isCreated: false },
  dormant: { did: (begin) => ch`not ${isActive(begin)}` },
}

function isActive(begin: ClickhouseStatement): ClickhouseStatement {
  return ch`(max(moment) >= ${begin})`
}

function wasActive(begin: ClickhouseStatement): ClickhouseStatement {
  return ch`(min(moment) < ${begin})`
}

/** @see EventStore.lifecycle */
export async function lifecyclePersons(reader: ClickhouseReader, query: LifecycleQuery): Promise<PersonIds> {
  const { range, entity, state } = query
  const { did, isCreated } = states[state]
  const [begin, end] = [momentParameter(query.period.from), momentParameter(query.period.to)]
  const wasCreated = ch`(created_at >= ${begin} and created_at < ${end})`
  const wherePerson = isCreated === undefined ? alwaysMet : isCreated ? wasCreated : ch`not ${wasCreated}`
  return await pageById(reader, query, (span) => {
    const where = isEntity(entity, span)
    const events = selectPersonEvents({ query, span, range, where, wherePerson, columns: [ownMoment] })
    return ch`select who from (${events}) group by who having ${did(begin)}`
  })
}

const ownMoment = ch`e.timestamp as moment`

/** @see EventStore.stickiness */
export async function stickinessPersons(
  reader: ClickhouseReader,
  query: StickinessQuery,
): Promise<PersonIds> {
  const { range, bounds, entity, periods } = query
  const wanted =
    periods === undefined
      ? alwaysMet
      : ch`uniqExact(roundDown(moment, ${integersParameter(bounds.map(microsOf))})) = ${integerStatement(Math.max(periods, 0))}`
  return await pageById(reader, query, (span) => {
    const where = isEntity(entity, span)
    return ch`
      select who from (${selectPersonEvents({ query, span, range, where, columns: [ownMoment] })})
      group by who having ${wanted}`
  })
}

/** @see EventStore.trends */
export async function trendsPersons(reader: ClickhouseReader, query: TrendsQuery): Promise<PersonIds> {
  const { range, entity, isFirstTime, breakdown, projectId } = query
  const since = isFirstTime ? { to: range.to } : range
  const wanted = isFirstTime ? ch`min(moment) >= ${momentParameter(range.from)}` : alwaysMet
  const columns = [ch`e.uuid as uuid`, ...(isFirstTime ? [ownMoment] : [])]
  const rows = await askEverybody<[number]>(reader, projectId, (span) => {
    const where = ch`${isEntity(entity, span)} and ${propertyCondition(breakdownFilters(breakdown), span)}`
    return ch`
      select who from (
        select who, uniqExact(uuid) as events
        from (${selectPersonEvents({ query, span, table: 'events', range: since, where, columns })})
        group by who having ${wanted})
      ${pageByRank(query, span, ch`events`)}`
  })
  return rows.map(([id]) => id)
}
