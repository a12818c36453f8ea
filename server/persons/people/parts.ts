import { sql } from 'kysely'
import type { CapturedEvent } from '../../events/captured-event.ts'
import { type InProject, personIdsOf, personsOfAnyIds, type Reading } from './people-store.ts'

/**
 * Total size of the persons' properties, in bytes, at which a part ends. In memory, they take about five
 * times as much.
 */
const mostLength = 2 ** 25

/** Number of changes that always fit, however large their persons are, because a person's maximum is 1 MB. */
const fewChanges = 32

/**
 * Divides a series of events into parts, so that each part's persons fit into memory. The persons of events
 * that change nobody are never read, so they take no memory.
 * @param changing the events that can change an existing person.
 */
export async function partsOfEvents(
  { transaction, projectId }: InProject,
  { events, changing }: Pick<Reading, 'events' | 'changing'>,
): Promise<readonly (readonly CapturedEvent[])[]> {
  if (changing.size <= fewChanges) return [events]
  const ids = [...new Set([...changing].flatMap(personIdsOf))]
  const rows = await transaction
    .selectFrom('person_distinct_ids as named')
    .innerJoin('persons as person', (join) =>
      join.onRef('person.project_id', '=', 'named.project_id').onRef('person.id', '=', 'named.person_id'),
    )
    .where('named.project_id', '=', projectId)
    .where('named.distinct_id', '=', personsOfAnyIds(ids))
    // Persons stored in fewer bytes are never large, because compression reduces text to a hundredth at best.
    .where(sql<boolean>`pg_column_size(person.properties) > 2048`)
    .select([
      'named.distinct_id',
      'person.id',
      sql<number>`octet_length(person.properties::text)`.as('length'),
    ])
    .execute()
  const large = new Map(rows.map(({ distinct_id, ...person }) => [distinct_id, person]))
  const parts: CapturedEvent[][] = []
  let part: CapturedEvent[] = []
  let known = new Set<number>()
  let length = 0
  for (const event of events) {
    for (const id of personIdsOf(event)) {
      const person = large.get(id)
      if (person === undefined || known.has(person.id)) continue
      known.add(person.id)
      length += person.length
    }
    part.push(event)
    if (length < mostLength) continue
    parts.push(part)
    part = []
    known = new Set()
    length = 0
  }
  return [...parts, part].filter(({ length }) => length > 0)
}
