import { type RawBuilder, sql } from 'kysely'
import type { JsonObject } from '../../values/json.ts'

/**
 * Bytes of properties that persons on one page may have together. A page is built in memory, and takes some
 * ten times as much there: twenty at once fit into 600 MB.
 */
export const mostPageBytes = 4 * 2 ** 20

/**
 * Bytes of the properties of the row `person` as JSON. Properties that PostgreSQL keeps in so few bytes are
 * small enough to be counted as they are, without being written for that: compression makes a hundredth of a
 * text at best.
 */
const bytes = sql`case when pg_column_size(person.properties) <= 256 then pg_column_size(person.properties)
  else octet_length(person.properties::text) end`

/**
 * Properties of the row `person` in a list: null if the persons before it have filled the page.
 * The first one is always whole.
 * @param order order of the list, with the direction.
 */
export function propertiesOnPage(order: RawBuilder<unknown>) {
  return sql<JsonObject | null>`case
    when coalesce(sum(${bytes}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0)
      <= ${sql.lit(mostPageBytes)}
    then person.properties end`.as('properties')
}

/** The rows of a page up to the first that has no place on it. */
export function fitting<Row extends { readonly properties: JsonObject | null }>(
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
