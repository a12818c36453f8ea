import { sql } from 'kysely'

/**
 * The number of rows as a 32-bit integer, because the driver would return PostgreSQL's 64-bit count as a
 * string.
 */
export const countAll = sql<number>`count(*)::integer`.as('count')
