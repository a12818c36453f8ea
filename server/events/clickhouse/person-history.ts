import type { PersonEvent, PersonHistoryQuery } from '../store.ts'
import { momentParameter, printMicros } from './micros.ts'
import { keptValue } from './properties/property-text.ts'
import type { ClickhouseReader } from './reader.ts'
import { ch } from './statement.ts'
import { askEverybody } from './views/ask-span.ts'
import { isAnyEntity, orderedUuid, selectPersonEvents } from './views/person-events.ts'

const carriesChanges = ch`(
  (e.texts['$set'] != '' or e.texts['$set_once'] != '' or e.texts['$unset'] != '')
  and e.texts['$process_person_profile'] != 'bfalse')`

/** The event's time in microseconds, whether the event is relevant, and its changes. */
type HistoryRow = [string, number | boolean, string[]]

/** @see EventStore.personHistory */
export async function personHistory(
  reader: ClickhouseReader,
  { projectId, personId, range, entities }: PersonHistoryQuery,
): Promise<readonly PersonEvent[]> {
  const rows = await askEverybody<HistoryRow>(reader, projectId, (everybody) => {
    const span = { ...everybody, after: personId - 1, upTo: personId }
    const isRelevant = ch`(e.timestamp >= ${momentParameter(range.from)} and (${isAnyEntity(entities, span)}))`
    const events = selectPersonEvents({
      query: { properties: [] },
      span,
      range: { to: range.to },
      where: ch`(${carriesChanges} or ${isRelevant})`,
      columns: [
        ch`e.timestamp as moment`,
        ch`${orderedUuid} as place`,
        ch`${isRelevant} as is_relevant`,
        ch`if(${carriesChanges}, [e.texts['$set'], e.texts['$set_once'], e.texts['$unset']], ['', '', '']) as changes`,
      ],
    })
    return ch`
      select toString(moment), is_relevant, changes from (${events}) order by moment, place limit 1 by place`
  })
  return rows.map(([micros, is_relevant, changes]) => {
    const [$set = null, $set_once = null, $unset = null] = changes.map(keptValue)
    return {
      moment: printMicros(BigInt(micros)),
      is_relevant: Boolean(is_relevant),
      changes: { $set, $set_once, $unset },
    }
  })
}
