import { sql } from 'kysely'

/** True if the `invite` in a query was created at least three days ago. */
export const isExpired = sql<boolean>`invite.created_at <= now() - interval '3 days'`
