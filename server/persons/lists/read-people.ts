import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { personPropertiesOnPage, personRowsFittingPage } from './page-bytes.ts'
import { distinctIds, listedColumns, type PersonView, viewPerson } from './person-view.ts'

/** Persons to read, identified by id. */
export interface WantedPeople {
  readonly projectId: number
  readonly ids: readonly number[]
}

/** The persons who were found. */
export interface FoundPeople {
  readonly people: PersonView[]
  /**
   * Number of ids that were looked up. It is less than requested if the persons are large; read the remaining
   * ids separately.
   */
  readonly read: number
}

/** Reads persons in the order of the given ids, up to as many as fit on a page. Omits deleted persons. */
export async function readListedPeople(
  db: Kysely<Database>,
  { projectId, ids }: WantedPeople,
): Promise<FoundPeople> {
  if (ids.length === 0) return { people: [], read: 0 }
  const rows = await db
    .selectFrom('persons as person')
    .where('person.project_id', '=', projectId)
    .where('person.id', '=', anyOf(ids))
    .select(listedColumns)
    .select([personPropertiesOnPage(sql`array_position(${ids}::integer[], person.id)`), distinctIds])
    .execute()
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: { readonly id: number }): number => places.get(id) ?? 0
  const found = rows.toSorted((one, other) => placeOf(one) - placeOf(other))
  const kept = personRowsFittingPage(found)
  const next = found[kept.length]
  return { people: kept.map(viewPerson), read: next === undefined ? ids.length : placeOf(next) }
}

/** A single parameter for all ids, because a query allows only 65,535 parameters. */
const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::integer[])`
