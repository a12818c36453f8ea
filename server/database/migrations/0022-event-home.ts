import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Location of events, and changes waiting to be sent to ClickHouse. Without ClickHouse, all tables except
 * `event_home` stay empty, and the triggers are disabled.
 */
export const eventHomeMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table event_home (
        single boolean primary key default true check (single),
        home text not null default 'postgres' check (home in ('postgres', 'copying', 'clickhouse', 'returning')),
        since timestamptz not null default now(),
        progress jsonb not null default '{}'
      )`.execute(db)
    await sql`insert into event_home default values`.execute(db)
    // There is no foreign key, because an entry for a deleted project refers to a project that no longer
    // exists.
    await sql`
      create table event_outbox (
        sequence bigint generated always as identity,
        kind text not null check (kind in ('persons', 'ids', 'events', 'project')),
        project_id integer not null,
        count integer not null,
        bytes integer not null,
        created_at timestamptz not null default now(),
        rows jsonb not null,
        primary key (sequence) include (count, bytes)
      )`.execute(db)
    // Only one block exists at a time: the next is created when the previous one has arrived. Ids are never
    // reused, not even by a restored database.
    await sql`
      create table event_blocks (
        single boolean primary key default true check (single),
        id uuid not null default gen_random_uuid(),
        sequences bigint[] not null
      )`.execute(db)
    await sql`
      create table event_receipts (
        project_id integer not null references projects (id) on delete cascade,
        uuid uuid not null,
        created_at timestamptz not null default now(),
        primary key (project_id, uuid)
      )`.execute(db)
    await sql`create index event_receipts_age on event_receipts using brin (created_at)`.execute(db)
    await sql`
      create table distinct_ids_gone (
        project_id integer not null references projects (id) on delete cascade,
        distinct_id text not null,
        primary key (project_id, distinct_id)
      )`.execute(db)
    await createTexts(db)
    await createFollowers(db)
  },
}

/**
 * Creates functions that convert values for ClickHouse: times to microseconds, and properties to a map of
 * strings, each prefixed with a letter for its type.
 */
async function createTexts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function event_micros(moment timestamptz) returns bigint
    language sql immutable strict parallel safe as $$
      select (extract(epoch from moment) * 1000000)::bigint
    $$`.execute(db)
  await sql`
    create function property_texts(properties jsonb) returns jsonb
    language sql immutable strict parallel safe as $$
      select coalesce(jsonb_object_agg(key, case jsonb_typeof(value)
        when 'string' then 's' when 'number' then 'n' when 'boolean' then 'b' when 'null' then 'z' else 'j'
        end || coalesce(value #>> '{}', '')), '{}')
      from jsonb_each(properties)
    $$`.execute(db)
}

/**
 * Creates the functions that triggers on persons and their ids use to report changes to ClickHouse, and a
 * trigger that reports deleted projects. All triggers are disabled unless events are in ClickHouse or being
 * moved there. A row gets its version number while it is locked, so that its versions increase.
 */
async function createFollowers(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence person_version`.execute(db)
  await sql`
    create function follow_persons() returns trigger language plpgsql as $$
    begin
      insert into event_outbox (kind, project_id, count, bytes, rows)
      select 'persons', project_id, count(*), sum(octet_length(properties::text)), jsonb_agg(jsonb_build_object(
        'id', id, 'created_at', event_micros(created_at), 'properties', properties,
        'is_deleted', (tg_op = 'DELETE')::int, 'version', nextval('person_version')))
      from changed where tg_op <> 'DELETE' or exists (select from projects where projects.id = project_id)
      group by project_id;
      return null;
    end $$`.execute(db)
  // Marks an id that previously belonged to another person, because its events still refer to that person.
  await sql`
    create function follow_ids() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into distinct_ids_gone (project_id, distinct_id)
        select project_id, distinct_id from changed
        where exists (select from projects where projects.id = project_id)
        order by project_id, distinct_id on conflict do nothing;
      end if;
      insert into event_outbox (kind, project_id, count, bytes, rows)
      select 'ids', project_id, count(*), sum(octet_length(distinct_id)), jsonb_agg(jsonb_build_object(
        'distinct_id', distinct_id, 'person_id', case tg_op when 'DELETE' then 0 else person_id end,
        'events_differ', (tg_op <> 'INSERT' or exists (
          select from distinct_ids_gone as gone
          where gone.project_id = changed.project_id and gone.distinct_id = changed.distinct_id))::int,
        'version', nextval('person_version')))
      from changed where tg_op <> 'DELETE' or exists (select from projects where projects.id = project_id)
      group by project_id;
      return null;
    end $$`.execute(db)
  await sql`
    create function follow_projects() returns trigger language plpgsql as $$
    begin
      insert into event_outbox (kind, project_id, count, bytes, rows) values ('project', old.id, 1, 0, '[]');
      return null;
    end $$`.execute(db)
  await sql`
    create trigger follow_projects_delete after delete on projects
    for each row execute function follow_projects()`.execute(db)
  await sql`alter table projects disable trigger follow_projects_delete`.execute(db)
}

/**
 * Creates a migration that prepares a table for the triggers. There is one migration per table, so that only
 * one of the large tables is locked at a time.
 */
export function followedTableMigration({
  table,
  by,
}: {
  readonly table: string
  readonly by: string
}): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const [change, rows] of [
        ['insert', 'new'],
        ['update', 'new'],
        ['delete', 'old'],
      ] as const) {
        const name = sql.ref(`${by}_${change}`)
        await sql`
          create trigger ${name} after ${sql.raw(change)} on ${sql.ref(table)}
          referencing ${sql.raw(rows)} table as changed
          for each statement execute function ${sql.ref(by)}()`.execute(db)
        await sql`alter table ${sql.ref(table)} disable trigger ${name}`.execute(db)
      }
    },
  }
}
