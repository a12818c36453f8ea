import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Several organizations may claim a domain, and one may own it: an unverified claim blocks nobody. The table
 * is locked briefly while its indexes are built; it has only a row for each domain that was entered by hand.
 */
export const domainClaims: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create unique index domains_verified on domains (domain) where verified_at is not null`.execute(
      db,
    )
    await sql`create unique index domains_claimed on domains (organization_id, domain)`.execute(db)
    await sql`create index domains_domain on domains (domain)`.execute(db)
    await sql`alter table domains drop constraint domains_domain_key`.execute(db)
  },
}
