import { sql } from 'kysely'

/** True if three days have passed since an invite, `invite` in the query, was made. */
export const isExpired = sql<boolean>`invite.created_at <= now() - interval '3 days'`
