import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/schema.ts'
import type { ViewQuery } from '../../../questions/queries.ts'
import type { PersonIds } from '../../store.ts'

type PageQuery = Pick<ViewQuery, 'projectId' | 'search' | 'slice'>

interface Found {
  /** Selects `person_id`, each one once. */
  readonly found: RawBuilder<unknown>
  /**
   * Common table expressions for the `found` query. Inside that query, they would prevent PostgreSQL from
   * stopping at the end of the page.
   */
  readonly parts?: RawBuilder<unknown>
  /** Order of the persons. Persons of equal rank are ordered by id. */
  readonly order?: readonly RawBuilder<unknown>[]
}

/** Selects a page of persons. */
export async function selectPersonIds(
  db: Kysely<Database>,
  query: PageQuery,
  { found, parts, order = [] }: Found,
): Promise<PersonIds> {
  const { rows } = await sql<{ id: number }>`
    ${parts === undefined ? sql`` : sql`with ${parts}`}
    select person_id as id from (${found}) as found
    ${cutPersonIds(query, order)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The end of a query on `found`, which limits it to one page. */
export function cutPersonIds(
  { projectId, search, slice }: PageQuery,
  order: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const wanted = search ? contains(projectId, search) : sql`true`
  return sql`
    where ${wanted}
    order by ${sql.join([...order, sql`found.person_id`])}
    limit ${slice.limit} offset ${slice.offset}`
}

function contains(projectId: number, search: string): RawBuilder<boolean> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`exists (
    select from persons
    where persons.project_id = ${projectId} and persons.id = found.person_id
      and (persons.properties ->> 'email' ilike ${pattern}
        or persons.properties ->> 'name' ilike ${pattern}
        or exists (
          select from person_distinct_ids as other
          where other.project_id = ${projectId} and other.person_id = persons.id
            and other.distinct_id ilike ${pattern})))`
}
