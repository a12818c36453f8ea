import { type Kysely, sql } from 'kysely'
import type { BatchExportRun } from '../../../generated/types.ts'
import type { Database } from '../../database/schema.ts'
import type { IntervalSpan } from '../stored/intervals.ts'
import type { BatchExportRow, ExportRunRow, ExportRunStatus } from '../tables.ts'
import { logExportRun, type RunKey } from './run-log.ts'

/** The statuses of a run that has not yet ended. */
export const openStatuses = ['Starting', 'Running', 'FailedRetryable'] as const satisfies ExportRunStatus[]

/** Number of runs shown with an export. @see interface document, section 2.3, latest_runs */
const shownRuns = 10

/**
 * Creates a run for each span. Each run waits for the end of its span and for a turn. Each span gets at most
 * one run from the schedule and one from each backfill.
 */
export async function makeExportRuns(
  transaction: Kysely<Database>,
  { batchExport, spans, backfillId }: NewRuns,
): Promise<void> {
  if (spans.length === 0) return
  const isWhole = batchExport.model === 'persons'
  const made = await transaction
    .insertInto('batch_export_runs')
    .values(
      spans.map(({ start, end }) => ({
        organization_id: batchExport.organization_id,
        batch_export_id: batchExport.id,
        backfill_id: backfillId,
        data_interval_start: isWhole ? null : start,
        data_interval_end: end,
        due_at: end.toISOString(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['organization_id', 'batch_export_id', 'id', 'data_interval_end'])
    .execute()
  for (const run of made) {
    if (Date.parse(run.data_interval_end) <= Date.now()) continue
    const message = `The run is waiting for the end of its interval, ${run.data_interval_end}.`
    await logExportRun(transaction, run, { level: 'INFO', message })
  }
}

export interface NewRuns {
  readonly batchExport: Pick<BatchExportRow, 'organization_id' | 'id' | 'model'>
  readonly spans: readonly IntervalSpan[]
  /** Null for runs from the schedule. */
  readonly backfillId: string | null
}

/**
 * Cancels an export's unfinished runs and its backfills. A process that is working on such a run soon notices
 * and stops.
 */
export async function cancelExportRuns(
  db: Kysely<Database>,
  batchExport: { organization_id: string; id: string },
): Promise<void> {
  await db
    .deleteFrom('batch_export_backfills')
    .where('organization_id', '=', batchExport.organization_id)
    .where('batch_export_id', '=', batchExport.id)
    .execute()
  await db
    .updateTable('batch_export_runs')
    .set({ status: 'Cancelled', finished_at: sql`now()`, last_updated_at: sql`now()` })
    .where('organization_id', '=', batchExport.organization_id)
    .where('batch_export_id', '=', batchExport.id)
    .where('status', 'in', openStatuses)
    .execute()
}

/**
 * Changes a run if it has one of the given statuses.
 * @returns `undefined` if the run now has a different status or no longer exists.
 */
export async function changeExportRun(
  db: Kysely<Database>,
  key: RunKey,
  { from, to }: { from: readonly ExportRunStatus[]; to: RunChange },
): Promise<ExportRunRow | undefined> {
  const isFinal = to.status !== undefined && !openStatuses.some((status) => status === to.status)
  return await db
    .updateTable('batch_export_runs')
    .set({ ...to, last_updated_at: sql`now()` })
    .$if(isFinal, (query) => query.set({ finished_at: sql`now()` }))
    .where('organization_id', '=', key.organization_id)
    .where('batch_export_id', '=', key.batch_export_id)
    .where('id', '=', key.id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
}

export type RunChange = Partial<
  Pick<
    ExportRunRow,
    | 'status'
    | 'failures'
    | 'records_completed'
    | 'records_total_count'
    | 'latest_error'
    | 'cursor'
    | 'worked_seconds'
  >
>

/** The newest runs of several exports, by export. */
export async function latestExportRuns(
  db: Kysely<Database>,
  organizationId: string,
  exportIds: readonly string[],
): Promise<ReadonlyMap<string, BatchExportRun[]>> {
  if (exportIds.length === 0) return new Map()
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('batch_export_runs')
        .where('organization_id', '=', organizationId)
        .where('batch_export_id', 'in', exportIds)
        .selectAll()
        .select(
          sql<string>`row_number() over (partition by batch_export_id
            order by created_at desc, data_interval_end desc)`.as('place'),
        )
        .as('run'),
    )
    .where('place', '<=', String(shownRuns))
    .orderBy('created_at', 'desc')
    .orderBy('data_interval_end', 'desc')
    .selectAll()
    .execute()
  return Map.groupBy(rows.map(viewRun), (run) => run.batch_export)
}

function viewRun(run: ExportRunRow): BatchExportRun {
  return {
    id: run.id,
    status: run.status,
    records_completed: run.records_completed,
    latest_error: run.latest_error,
    data_interval_start: run.data_interval_start,
    data_interval_end: run.data_interval_end,
    cursor: run.cursor,
    created_at: run.created_at,
    finished_at: run.finished_at,
    last_updated_at: run.last_updated_at,
    records_total_count: run.records_total_count,
    batch_export: run.batch_export_id,
  }
}
