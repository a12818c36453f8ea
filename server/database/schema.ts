import type { ColumnType } from 'kysely'

/**
 * The service's tables, as migrations/ leaves them. Each feature adds its own to this interface, in the
 * file `tables.ts` beside its code.
 *
 * Each table that belongs to a tenant starts its primary key with the tenant's id, so that a distributed
 * PostgreSQL can keep a tenant's rows together. Names that are unique over all tenants (an e-mail address, a
 * domain) live in small tables, which such a database replicates.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add its members
export interface Database {}

/** A moment in UTC with microseconds, `2026-01-31T12:00:00.123456Z`: a JavaScript `Date` would cut it. */
export type Timestamp = ColumnType<string, string | undefined, string>
