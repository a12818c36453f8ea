import type { RetentionQuery } from '../../../questions/queries.ts'
import type { RetainedPerson } from '../../store.ts'
import { microsOf, momentParameter } from '../micros.ts'
import type { ClickhouseReader } from '../reader.ts'
import { ch, integersParameter } from '../statement.ts'
import { askEverybody } from './ask-span.ts'
import { isEntity, selectPersonEvents } from './person-events.ts'
import { pageByRank } from './person-page.ts'

/**
 * Reads the events of all periods together. Events in the first period show who started, and later events
 * show who came back. A period is identified by its start.
 * @see EventStore.retention
 */
export async function retainedPersons(
  reader: ClickhouseReader,
  query: RetentionQuery,
): Promise<readonly RetainedPerson[]> {
  const { bounds, isFirstTime, projectId } = query
  const [start, firstEnd] = bounds
  const end = bounds.at(-1)
  if (start === undefined || firstEnd === undefined || end === undefined) return []
  const isFirst = ch`moment < ${momentParameter(firstEnd)}`
  const starts = ch`countIf(${isFirst}) > 0 and min(moment) >= ${momentParameter(start)}`
  const begun = integersParameter(bounds.map(microsOf))
  const rows = await askEverybody<[number, string[]]>(reader, projectId, (span) => {
    const where = ch`if(${isFirst}, ${isEntity(query.target, span)}, ${isEntity(query.returning, span)})`
    const events = selectPersonEvents({
      query,
      span,
      table: 'events',
      range: isFirstTime ? { to: end } : { from: start, to: end },
      where,
      columns: [ch`e.timestamp as moment`],
    })
    return ch`
      select who, arrayMap(period -> toString(period), arraySort(periods)) from (
        select who, groupUniqArray(roundDown(moment, ${begun})) as periods
        from (${events})
        group by who having ${starts})
      ${pageByRank(query, span, ch`length(periods)`)}`
  })
  const numbers = new Map(bounds.map((bound, index) => [String(microsOf(bound)), index]))
  return rows.map(([id, periods]) => ({
    id,
    periods: periods.map((period) => numbers.get(period) ?? Number.NaN),
  }))
}
