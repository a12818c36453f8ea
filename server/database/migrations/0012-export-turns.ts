import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Queues runs in their own table, where they wait for their organization's turn, and lets backfills create
 * runs step by step. Runs therefore need no jobs of their own.
 */
export const exportTurnsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table batch_export_runs
        add column due_at timestamptz not null default now(),
        add column turn uuid,
        add column worked_seconds real not null default 0`.execute(db)
    await sql`
      update batch_export_runs set due_at = data_interval_end
      where status in ('Starting', 'Running', 'FailedRetryable') and data_interval_end > now()`.execute(db)
    await sql`
      create index batch_export_runs_open on batch_export_runs (organization_id, due_at)
        where status in ('Starting', 'Running', 'FailedRetryable')`.execute(db)
    await sql`
      create table batch_export_backfills (
        organization_id uuid not null,
        batch_export_id uuid not null,
        id uuid not null,
        next_at timestamptz not null,
        end_at timestamptz not null,
        advanced_at timestamptz not null default now(),
        primary key (organization_id, batch_export_id, id),
        foreign key (organization_id, batch_export_id) references batch_exports on delete cascade
      )`.execute(db)
    const { rows } = await sql<{ job: string | null }>`select to_regclass('jobs.job')::text as job`.execute(
      db,
    )
    if (rows[0]?.job != null) await sql`delete from jobs.job where name = 'batch-export-run'`.execute(db)
  },
}
