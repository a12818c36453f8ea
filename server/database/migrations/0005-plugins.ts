import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Plugins, their files, their configurations, and the registry's plugins. */
export const pluginsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table plugins (
        organization_id uuid not null references organizations on delete cascade,
        id integer not null unique generated always as identity,
        collection text not null check (collection in ('destination', 'frontend_app', 'import_app')),
        plugin_type text not null check (plugin_type in ('local', 'custom', 'repository', 'source', 'inline')),
        name text not null,
        description text,
        url text,
        icon text,
        config_schema jsonb,
        tag text,
        latest_tag text,
        is_global boolean not null,
        capabilities jsonb,
        metrics jsonb,
        public_jobs jsonb,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (organization_id, id)
      )`.execute(db)
    await sql`create unique index plugins_url_key on plugins (organization_id, url)`.execute(db)
    await sql`create index plugins_global on plugins (collection, id) where is_global`.execute(db)
    await sql`
      create table plugin_files (
        organization_id uuid not null,
        plugin_id integer not null,
        name text not null,
        content text not null,
        primary key (organization_id, plugin_id, name),
        foreign key (organization_id, plugin_id) references plugins on delete cascade
      )`.execute(db)
    // Another organization might own the plugin, so the reference uses only the id.
    await sql`
      create table plugin_configs (
        organization_id uuid not null,
        id integer not null unique generated always as identity,
        project_id integer not null,
        plugin_id integer not null references plugins (id) on delete cascade,
        enabled boolean not null default false,
        "order" integer not null default 0,
        config jsonb not null default '{}',
        error jsonb,
        name text,
        description text,
        deleted boolean not null default false,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (organization_id, id),
        foreign key (organization_id, project_id) references projects on delete cascade
      )`.execute(db)
    await sql`create index plugin_configs_plugin on plugin_configs (organization_id, plugin_id)`.execute(db)
    await sql`
      create table repository_plugins (
        url text primary key,
        name text not null,
        description text not null,
        icon text,
        verified boolean not null,
        maintainer text not null
      )`.execute(db)
  },
}
