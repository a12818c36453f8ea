import type { ColumnType } from 'kysely'

/**
 * The service's tables, as created by migrations/. Each feature adds its own tables to this interface in its
 * `tables.ts`. The primary key of each tenant table starts with the tenant's id, so that a distributed
 * PostgreSQL can keep a tenant's rows together. Names that are unique across all tenants (an e-mail address,
 * a domain) are in small tables, which such a database replicates.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add its members
export interface Database {}

/** A UTC time with microseconds, which a JavaScript `Date` would lose: `2026-01-31T12:00:00.123456Z`. */
export type Timestamp = ColumnType<string, string | undefined, string>
