import type { CorrelationQuery, Entity } from '../../../questions/queries.ts'
import type { PersonIds } from '../../store.ts'
import type { ClickhouseReader } from '../reader.ts'
import { alwaysMet, type ClickhouseStatement, ch, rawStatement } from '../statement.ts'
import { funnelProgress, isInBreakdown } from './funnel.ts'
import { funnelBegunAt, shiftedByWindow } from './funnel-runs.ts'
import { isEntity, selectPersonEvents } from './person-events.ts'
import { pageById } from './person-page.ts'
import type { PersonSpan } from './person-span.ts'
import { personMeets } from './property-condition.ts'

/**
 * Persons in a funnel who have the requested correlate. An event correlates if it falls within the run that
 * got furthest. A complete run ends at its last step; any other run ends when the window ends.
 * @see EventStore.correlation
 */
export async function correlationPersons(
  reader: ClickhouseReader,
  query: CorrelationQuery,
): Promise<PersonIds> {
  if (query.funnel.steps.length === 0) return []
  const last = rawStatement(String(query.funnel.steps.length))
  const ways: Readonly<Record<string, ClickhouseStatement>> = {
    true: ch`furthest = ${last}`,
    false: ch`furthest < ${last}`,
    undefined: alwaysMet,
  }
  const wanted = ways[String(query.converted)] ?? alwaysMet
  return await pageById(reader, query, (span) => {
    const way = ch`
      select who, arrayMax(reached) as furthest, indexOf(reached, furthest) as place,
        ${funnelBegunAt(query.funnel, ch`place`)} as begun,
        if(furthest = ${last}, moments[place], ${shiftedByWindow(query.funnel.window, ch`begun`, 'later')}) as ended
      from (${funnelProgress(query, span, query.converted ? query.funnel.steps.length : 1)})
      where furthest > 0 and ${wanted} and ${isInBreakdown(query.funnel, span)}`
    return correlated(query, span, way)
  })
}

function correlated(
  query: CorrelationQuery,
  span: PersonSpan,
  way: ClickhouseStatement,
): ClickhouseStatement {
  const { correlate } = query
  if (correlate?.type === 'event') return onTheWay(query, { span, entity: correlate.entity, way })
  const meets =
    correlate === undefined ? alwaysMet : personMeets(correlate.properties, { span, who: ch`who` })
  return ch`select who from (${way}) where ${meets}`
}

function onTheWay(
  query: CorrelationQuery,
  {
    span,
    entity,
    way,
  }: { readonly span: PersonSpan; readonly entity: Entity; readonly way: ClickhouseStatement },
): ClickhouseStatement {
  const events = selectPersonEvents({
    query,
    span,
    // There is no lower limit, because correlated events are later than the first date anyway.
    range: { to: query.range.to },
    where: isEntity(entity, span),
    columns: [ch`e.timestamp as moment`],
  })
  return ch`
    select distinct other.who as who
    from (${events}) as other global inner join (${way}) as way on other.who = way.who
    where other.moment > way.begun and other.moment < way.ended`
}
