import { sql } from 'kysely'

/** PostgreSQL counts in 64 bits, which the driver gives as text; no count of ours needs more than 32. */
export const countAll = sql<number>`count(*)::integer`.as('count')
