import type {
  LifecycleQuery,
  LifecycleState,
  StickinessQuery,
  TrendsQuery,
} from '../../../questions/queries.ts'
import { breakdownFilters } from '../../conditions.ts'
import type { PersonIds } from '../../store.ts'
import { microsOf, moment } from '../micros.ts'
import type { Reader } from '../reader.ts'
import { always, ch, integer, integers, type Statement } from '../statement.ts'
import { askEverybody } from './ask-span.ts'
import { isEntity, selectPersonEvents } from './person-events.ts'
import { pageById, pageByRank } from './person-page.ts'
import { isWithin } from './person-span.ts'
import { propertyCondition } from './property-condition.ts'

/** What holds for a person in each state. */
const states: Readonly<Record<LifecycleState, Statement>> = {
  new: ch`is_active and is_created`,
  returning: ch`is_active and not is_created and was_active`,
  resurrecting: ch`is_active and not is_created and not was_active`,
  dormant: ch`not is_active`,
}

/** @see EventStore.lifecycle */
export async function lifecyclePersons(reader: Reader, query: LifecycleQuery): Promise<PersonIds> {
  const { range, period, entity, state } = query
  return await pageById(reader, query, (span) => {
    const where = isEntity(entity, span)
    return ch`
      select who,
        max(moment >= ${moment(period.from)}) as is_active,
        max(moment < ${moment(period.from)}) as was_active,
        who global in (
          select id from persons final
          where project_id = ${integer(span.projectId)} and ${isWithin(ch`id`, span)} and is_deleted = 0
            and created_at >= ${moment(period.from)} and created_at < ${moment(period.to)}) as is_created
      from (${selectPersonEvents({ query, span, range, where, columns: [ownMoment] })})
      group by who having ${states[state]}`
  })
}

const ownMoment = ch`e.timestamp as moment`

/** @see EventStore.stickiness */
export async function stickinessPersons(reader: Reader, query: StickinessQuery): Promise<PersonIds> {
  const { range, bounds, entity, periods } = query
  const wanted =
    periods === undefined
      ? always
      : ch`uniqExact(roundDown(moment, ${integers(bounds.map(microsOf))})) = ${integer(Math.max(periods, 0))}`
  return await pageById(reader, query, (span) => {
    const where = isEntity(entity, span)
    return ch`
      select who from (${selectPersonEvents({ query, span, range, where, columns: [ownMoment] })})
      group by who having ${wanted}`
  })
}

/** @see EventStore.trends */
export async function trendsPersons(reader: Reader, query: TrendsQuery): Promise<PersonIds> {
  const { range, entity, isFirstTime, breakdown, projectId } = query
  const since = isFirstTime ? { to: range.to } : range
  const wanted = isFirstTime ? ch`min(moment) >= ${moment(range.from)}` : always
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
