import { sql } from 'kysely'

/**
 * PostgreSQL counts in 64 bits, which the driver returns as a string; 32 bits are enough for the service's
 * counts.
 */
export const countAll = sql<number>`count(*)::integer`.as('count')
