import type { JsonObject } from '../../values/json.ts'
import type { PersonEvent, PersonHistoryQuery } from '../store.ts'
import { moment, printMicros } from './micros.ts'
import type { Reader } from './reader.ts'
import { ch, integer } from './statement.ts'
import { isAnyEntity, orderedUuid, selectPersonEvents } from './views/person-events.ts'

const carriesChanges = ch`(
  (e.texts['$set'] != '' or e.texts['$set_once'] != '' or e.texts['$unset'] != '')
  and e.texts['$process_person_profile'] != 'bfalse')`

/** @see EventStore.personHistory */
export async function personHistory(
  reader: Reader,
  { projectId, personId, range, entities }: PersonHistoryQuery,
): Promise<readonly PersonEvent[]> {
  const isRelevant = ch`(e.timestamp >= ${moment(range.from)} and (${isAnyEntity(entities, projectId)}))`
  const events = selectPersonEvents({
    query: { projectId, properties: [] },
    range: { to: range.to },
    where: ch`who = ${integer(personId)} and (${carriesChanges} or ${isRelevant})`,
    columns: [
      ch`e.timestamp as moment`,
      ch`${orderedUuid} as place`,
      ch`${isRelevant} as is_relevant`,
      ch`if(${carriesChanges}, e.properties, '{}') as changes`,
    ],
  })
  const rows = await reader.select<[string, number | boolean, string]>(ch`
    select toString(moment), is_relevant, changes from (${events}) order by moment, place limit 1 by place`)
  return rows.map(([micros, is_relevant, changes]) => {
    const { $set, $set_once, $unset } = JSON.parse(changes) as JsonObject
    return {
      moment: printMicros(BigInt(micros)),
      is_relevant: Boolean(is_relevant),
      changes: { $set: $set ?? null, $set_once: $set_once ?? null, $unset: $unset ?? null },
    }
  })
}
