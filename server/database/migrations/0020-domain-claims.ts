import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Several organizations can claim a domain, but only one can own it, so that an unverified claim blocks
 * nobody. The table is locked only briefly while its indexes are built: it is small, because domains are
 * entered by hand.
 */
export const domainClaimsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create unique index domains_verified on domains (domain) where verified_at is not null`.execute(
      db,
    )
    await sql`create unique index domains_claimed on domains (organization_id, domain)`.execute(db)
    await sql`create index domains_domain on domains (domain)`.execute(db)
    await sql`alter table domains drop constraint domains_domain_key`.execute(db)
  },
}
