import type { Migration } from 'kysely/migration'
import { tenants } from './0001-tenants.ts'

/** Every migration under its name, in the order of their names. A released one never changes: a new one follows it. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-tenants': tenants,
}
