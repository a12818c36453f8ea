import { sql } from 'kysely'

/**
 * The number of rows as a 32-bit integer. PostgreSQL counts in 64 bits, which the driver would return as a
 * string.
 */
export const countAll = sql<number>`count(*)::integer`.as('count')
