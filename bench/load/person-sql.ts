/** The columns of a person, with its distinct IDs in the order in which the service shows them. */
const columns = `person.id, person.uuid, person.created_at, person.properties, array(
  select named.distinct_id from person_distinct_ids as named
  where named.project_id = person.project_id and named.person_id = person.id
  order by named.distinct_id ~* '^([a-z0-9]+-){4}[a-z0-9]+$', named.id
  limit 1000) as distinct_ids`

/** Reads a project's ($1) person by ID ($2). */
export const readPersonSql = `select ${columns} from persons as person where person.project_id = $1 and person.id = $2`

/** Reads a project's ($1) 20 newest persons. */
export const readPersonsSql = `select ${columns} from persons as person where person.project_id = $1
  order by person.created_at desc, person.id desc limit 20`

/**
 * The two statements for a page of persons. Both expect the project as $1, the offset as $2, and the filter's
 * value as $3.
 */
export interface PageSql {
  readonly count: string
  readonly page: string
}

/**
 * Writes the statements that count the persons who meet a condition on the row `person`, and read the 100
 * newest of them after an offset.
 */
export function pageSql(condition: string): PageSql {
  const matching = `from persons as person
    where person.project_id = $1 and person.created_at <= now() + interval '1 day' and ${condition}`
  return {
    count: `select count(*)::integer as count ${matching} and $2::integer is not null`,
    page: `with page as (
        select person.project_id, person.id, person.created_at ${matching}
        order by person.created_at desc, person.id desc limit 100 offset $2
      )
      select ${columns} from page
      join persons as person on person.project_id = page.project_id and person.id = page.id
      order by page.created_at desc, page.id desc`,
  }
}
