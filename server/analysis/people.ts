import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { PersonIds } from '../events/store.ts'
import { distinctIds, type PersonView, personColumns, viewPerson } from '../persons/lists/person-view.ts'

/** Reads persons in the order of their ids here; those who do not exist any more are left out. */
export async function readPeople(
  db: Kysely<Database>,
  { projectId, ids }: { projectId: number; ids: PersonIds },
): Promise<PersonView[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('persons as person')
    .where('person.project_id', '=', projectId)
    .where('person.id', '=', anyOf(ids))
    .select([...personColumns, distinctIds])
    .execute()
  const people = new Map(rows.map((row) => [row.id, viewPerson(row)]))
  return ids.flatMap((id) => people.get(id) ?? [])
}

/** One parameter for all: a query takes no more than 65,535, and a page has no largest size. */
const anyOf = (ids: PersonIds) => sql<number>`any(${ids}::integer[])`
