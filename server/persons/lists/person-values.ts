import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Json } from '../../values/json.ts'
import { mostPageBytes } from './page-bytes.ts'

/** A value of a property, and the number of persons with it. */
export interface PropertyValue {
  readonly name: Json
  readonly count: number
}

const shownValues = 20

/**
 * Lists a property's most frequent values, at most 20. The list ends early if the values exceed
 * `mostPageBytes`.
 * @param containing text that values must contain, ignoring case.
 */
export async function listPropertyValues(
  db: Kysely<Database>,
  { projectId, key, containing = '' }: { projectId: number; key: string; containing: string | undefined },
): Promise<PropertyValue[]> {
  const pattern = `%${containing.replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<PropertyValue>`
    with frequent as (
      select properties -> ${key}::text as name, count(*)::integer as count
      from persons
      where project_id = ${projectId}
        and properties ->> ${key}::text is not null
        and (${containing} = '' or properties ->> ${key}::text ilike ${pattern})
      group by 1
      order by 2 desc, 1
      limit ${shownValues}
    ), measured as (
      select name, count, sum(octet_length(name::text)) over (
        order by count desc, name rows between unbounded preceding and 1 preceding
      ) as bytes_before
      from frequent
    )
    select name, count from measured
    where coalesce(bytes_before, 0) <= ${sql.lit(mostPageBytes)}
    order by count desc, name`.execute(db)
  return rows
}
