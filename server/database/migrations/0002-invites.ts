import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Invites to organizations, and the members who have access to a private project. */
export const invitesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table invites (
        organization_id uuid not null references organizations on delete cascade,
        id uuid not null default gen_random_uuid(),
        target_email text not null,
        first_name text not null,
        level smallint not null check (level in (1, 8, 15)),
        message text,
        private_project_access jsonb not null,
        send_email boolean not null,
        emailing_attempt_made boolean not null,
        created_by integer not null references users on delete cascade,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (organization_id, id)
      )`.execute(db)
    await sql`create index invites_newest on invites (organization_id, created_at desc, id)`.execute(db)
    await sql`create index invites_id on invites (id)`.execute(db)
    await sql`
      create table project_memberships (
        organization_id uuid not null,
        project_id integer not null,
        user_id integer not null,
        level smallint not null check (level in (1, 8)),
        primary key (organization_id, project_id, user_id),
        foreign key (organization_id, project_id) references projects on delete cascade,
        foreign key (organization_id, user_id) references memberships on delete cascade
      )`.execute(db)
  },
}
