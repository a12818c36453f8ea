import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The log of changes and their authors. Entries outlive their items and organization, so they have no foreign
 * keys to them.
 */
export const activityMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table activity_log (
        organization_id uuid not null,
        id uuid not null default gen_random_uuid(),
        project_id integer,
        user_id integer references users on delete set null,
        scope text not null,
        item_id text not null,
        activity text not null,
        detail jsonb not null,
        created_at timestamptz not null default clock_timestamp(),
        primary key (organization_id, id)
      )`.execute(db)
    await sql`
      create index activity_log_newest
      on activity_log (organization_id, scope, item_id, created_at desc, id)`.execute(db)
    await sql`
      create index activity_log_project
      on activity_log (organization_id, project_id, scope, created_at desc, id)`.execute(db)
  },
}
