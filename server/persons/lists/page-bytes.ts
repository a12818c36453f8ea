import { type RawBuilder, sql } from 'kysely'
import type { JsonObject } from '../../values/json.ts'

/**
 * Total size of the persons' properties, in bytes, after which a page contains no more persons. Building a
 * page takes about ten times as much memory.
 */
export const mostPageBytes = 4 * 2 ** 20

/**
 * Size in bytes, as JSON, of the properties in the row `person`. If PostgreSQL stores them in few bytes, the
 * stored size is used without converting them: compression reduces text to a hundredth at best, so the JSON
 * is short as well.
 */
const bytes = sql`case when pg_column_size(person.properties) <= 256 then pg_column_size(person.properties)
  else octet_length(person.properties::text) end`

/**
 * The properties of the row `person` in a list; null if the persons before it have already filled the page.
 * The first person is always complete.
 * @param order the list's order, with its direction.
 */
export function personPropertiesOnPage(order: RawBuilder<unknown>) {
  return sql<JsonObject | null>`case
    when coalesce(sum(${bytes}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0)
      <= ${sql.lit(mostPageBytes)}
    then person.properties end`.as('properties')
}

/** The rows of a page before the first one that does not fit. */
export function personRowsFittingPage<Row extends { readonly properties: JsonObject | null }>(
  rows: readonly Row[],
): (Row & { readonly properties: JsonObject })[] {
  const end = rows.findIndex(({ properties }) => properties === null)
  return rows.slice(0, end === -1 ? rows.length : end).filter(hasProperties)
}

function hasProperties<Row extends { readonly properties: JsonObject | null }>(
  row: Row,
): row is Row & { readonly properties: JsonObject } {
  return row.properties !== null
}
