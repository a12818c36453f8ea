import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Organizations, their projects, users, memberships, domains, and keys. */
export const tenantsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table organizations (
        id uuid primary key default gen_random_uuid(),
        name text not null,
        slug text not null unique,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        is_member_join_email_enabled boolean not null default true,
        enforce_2fa boolean,
        plugins_access_level smallint not null default 9 check (plugins_access_level in (0, 3, 6, 9)),
        customer_id text
      )`.execute(db)
    await sql`
      create table projects (
        organization_id uuid not null references organizations on delete cascade,
        id integer not null unique generated always as identity,
        uuid uuid not null unique default gen_random_uuid(),
        name text not null,
        api_token text not null unique,
        timezone text not null default 'UTC',
        is_demo boolean not null default false,
        ingested_event boolean not null default false,
        completed_snippet_onboarding boolean not null default false,
        has_completed_onboarding_for jsonb,
        access_control boolean not null default false,
        created_at timestamptz not null default now(),
        primary key (organization_id, id)
      )`.execute(db)
    await sql`
      create table users (
        id integer primary key generated always as identity,
        uuid uuid not null unique default gen_random_uuid(),
        distinct_id text not null unique,
        email text not null,
        first_name text not null default '',
        last_name text not null default '',
        is_active boolean not null default true,
        is_email_verified boolean,
        is_2fa_enabled boolean not null default false,
        has_social_auth boolean not null default false,
        hedgehog_config jsonb,
        current_organization_id uuid references organizations on delete set null,
        current_project_id integer references projects (id) on delete set null,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create unique index users_email_key on users (lower(email))`.execute(db)
    await sql`
      create table memberships (
        organization_id uuid not null references organizations on delete cascade,
        user_id integer not null references users on delete cascade,
        id uuid not null unique default gen_random_uuid(),
        level smallint not null default 1 check (level in (1, 8, 15)),
        joined_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (organization_id, user_id)
      )`.execute(db)
    await sql`create index memberships_user on memberships (user_id)`.execute(db)
    await sql`
      create table domains (
        organization_id uuid not null references organizations on delete cascade,
        id uuid not null default gen_random_uuid(),
        domain text not null constraint domains_domain_key unique,
        verification_challenge text not null,
        verified_at timestamptz,
        last_verification_retry timestamptz,
        jit_provisioning_enabled boolean not null default false,
        sso_enforcement text not null default '',
        saml_entity_id text,
        saml_acs_url text,
        saml_x509_cert text,
        created_at timestamptz not null default now(),
        primary key (organization_id, id)
      )`.execute(db)
    await sql`
      create table personal_api_keys (
        user_id integer not null references users on delete cascade,
        id uuid not null default gen_random_uuid(),
        label text not null,
        secure_value text not null unique,
        mask_value text not null,
        scopes text[] not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz,
        primary key (user_id, id)
      )`.execute(db)
  },
}
