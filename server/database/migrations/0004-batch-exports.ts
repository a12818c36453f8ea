import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Batch exports, their runs, and the runs' logs. */
export const batchExportsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table batch_exports (
        organization_id uuid not null references organizations on delete cascade,
        id uuid not null default gen_random_uuid(),
        project_id integer not null,
        name text not null,
        model text not null check (model in ('events', 'persons')),
        destination_type text not null,
        config jsonb not null,
        secrets text,
        "interval" text not null check ("interval" in ('hour', 'day', 'week', 'every 5 minutes')),
        paused boolean not null,
        created_at timestamptz not null default now(),
        last_updated_at timestamptz not null default now(),
        last_paused_at timestamptz,
        start_at timestamptz,
        end_at timestamptz,
        hogql_query text,
        scheduled_until timestamptz not null,
        deleted_at timestamptz,
        primary key (organization_id, id),
        foreign key (organization_id, project_id) references projects on delete cascade
      )`.execute(db)
    await sql`create index batch_exports_order on batch_exports (organization_id, created_at desc, id)
      where deleted_at is null`.execute(db)
    // The schedule and each backfill can create only one run per interval, even if they try several times.
    await sql`
      create table batch_export_runs (
        organization_id uuid not null,
        batch_export_id uuid not null,
        id uuid not null default gen_random_uuid(),
        backfill_id uuid,
        status text not null default 'Starting' check (status in ('Starting', 'Running', 'Completed', 'Failed',
          'FailedRetryable', 'Cancelled', 'Terminated', 'TimedOut', 'ContinuedAsNew')),
        failures integer not null default 0,
        records_completed integer,
        records_total_count integer,
        latest_error text,
        data_interval_start timestamptz,
        data_interval_end timestamptz not null,
        cursor text,
        created_at timestamptz not null default now(),
        finished_at timestamptz,
        last_updated_at timestamptz not null default now(),
        primary key (organization_id, batch_export_id, id),
        unique nulls not distinct (organization_id, batch_export_id, backfill_id, data_interval_end),
        foreign key (organization_id, batch_export_id) references batch_exports on delete cascade
      )`.execute(db)
    await sql`
      create index batch_export_runs_newest on batch_export_runs
        (organization_id, batch_export_id, created_at desc, data_interval_end desc)`.execute(db)
    await sql`
      create table batch_export_logs (
        organization_id uuid not null,
        batch_export_id uuid not null,
        id bigint not null generated always as identity,
        run_id uuid not null,
        timestamp timestamptz not null default clock_timestamp(),
        level text not null check (level in ('DEBUG', 'LOG', 'INFO', 'WARNING', 'ERROR')),
        message text not null,
        primary key (organization_id, batch_export_id, id),
        foreign key (organization_id, batch_export_id, run_id) references batch_export_runs on delete cascade
      )`.execute(db)
  },
}
