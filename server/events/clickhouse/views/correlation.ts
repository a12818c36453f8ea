import type { CorrelationQuery, Entity } from '../../../questions/queries.ts'
import type { PersonIds } from '../../store.ts'
import type { Reader } from '../reader.ts'
import { always, ch, raw, type Statement } from '../statement.ts'
import { isInBreakdown, progress } from './funnel.ts'
import { begunAt, shiftedBy } from './funnel-runs.ts'
import { isEntity, selectPersonEvents } from './person-events.ts'
import { pageById } from './person-page.ts'
import type { PersonSpan } from './person-span.ts'
import { personMeets } from './property-condition.ts'

/**
 * An event correlates if it is after the start of the run that got furthest and before its end: the last
 * step, or the end of the window.
 * @see EventStore.correlation
 */
export async function correlationPersons(reader: Reader, query: CorrelationQuery): Promise<PersonIds> {
  if (query.funnel.steps.length === 0) return []
  const last = raw(String(query.funnel.steps.length))
  const ways: Readonly<Record<string, Statement>> = {
    true: ch`furthest = ${last}`,
    false: ch`furthest < ${last}`,
    undefined: always,
  }
  const wanted = ways[String(query.converted)] ?? always
  return await pageById(reader, query, (span) => {
    const way = ch`
      select who, arrayMax(reached) as furthest, indexOf(reached, furthest) as place,
        ${begunAt(query.funnel, ch`place`)} as begun,
        if(furthest = ${last}, moments[place], ${shiftedBy(query.funnel.window, ch`begun`, 'later')}) as ended
      from (${progress(query, span, query.converted ? query.funnel.steps.length : 1)})
      where furthest > 0 and ${wanted} and ${isInBreakdown(query.funnel, span)}`
    return correlated(query, span, way)
  })
}

function correlated(query: CorrelationQuery, span: PersonSpan, way: Statement): Statement {
  const { correlate } = query
  if (correlate?.type === 'event') return onTheWay(query, { span, entity: correlate.entity, way })
  const meets = correlate === undefined ? always : personMeets(correlate.properties, { span, who: ch`who` })
  return ch`select who from (${way}) where ${meets}`
}

function onTheWay(
  query: CorrelationQuery,
  { span, entity, way }: { readonly span: PersonSpan; readonly entity: Entity; readonly way: Statement },
): Statement {
  const events = selectPersonEvents({
    query,
    span,
    // Correlating events are later than the first date.
    range: { to: query.range.to },
    where: isEntity(entity, span),
    columns: [ch`e.timestamp as moment`],
  })
  return ch`
    select distinct other.who as who
    from (${events}) as other global inner join (${way}) as way on other.who = way.who
    where other.moment > way.begun and other.moment < way.ended`
}
