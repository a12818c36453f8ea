import type { Kysely } from 'kysely'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import type { Foundation } from '../../feature/foundation.ts'
import type { JobDefinition } from '../../jobs/jobs.ts'
import { exportIntervals } from '../stored/intervals.ts'
import type { BatchExportRow } from '../tables.ts'
import { makeExportRuns } from './runs.ts'
import { askForDueExportTurns, askForExportTurn } from './turns.ts'

/**
 * Maximum number of runs that one tick creates for an export. After a long downtime, the next ticks create
 * the rest.
 */
const mostRuns = 500

/** Every minute, creates the runs that are due and requests turns for them. */
export function exportScheduleJob(foundation: Foundation): JobDefinition {
  return {
    queue: 'batch-export-schedule',
    cron: { expression: '* * * * *' },
    run: async (_, { signal }) => {
      await makeDueExportRuns(foundation, { now: new Date(), signal })
      await askForDueExportTurns(foundation)
    },
  }
}

/**
 * Creates the runs that are due. If two processes do this at once, each export is handled by only one of
 * them.
 */
export async function makeDueExportRuns(
  { db, jobs }: Pick<Foundation, 'db' | 'jobs'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  for (const { organization_id, id } of await dueExports(db, now)) {
    signal?.throwIfAborted()
    await inTransaction(db, async (transaction) => {
      const batchExport = await transaction
        .selectFrom('batch_exports')
        .selectAll()
        .where('organization_id', '=', organization_id)
        .where('id', '=', id)
        .where('paused', '=', false)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (batchExport === undefined) return
      const spans = exportIntervals(
        batchExport.interval,
        { start: new Date(batchExport.scheduled_until), end: now },
        mostRuns,
      )
      const last = spans.at(-1)
      if (last === undefined) return
      const wanted = spans.filter(({ end }) => isWanted(batchExport, end))
      await makeExportRuns(transaction, { batchExport, spans: wanted, backfillId: null })
      if (wanted.length > 0)
        await askForExportTurn(jobs, { organization_id, kind: 'schedule' }, { db: transaction })
      await transaction
        .updateTable('batch_exports')
        .set({ scheduled_until: last.end })
        .where('organization_id', '=', organization_id)
        .where('id', '=', id)
        .execute()
    })
  }
}

/** Finds the exports that might be due because the interval after `scheduled_until` has begun. */
async function dueExports(db: Kysely<Database>, now: Date) {
  return await db
    .selectFrom('batch_exports')
    .select(['organization_id', 'id'])
    .where('paused', '=', false)
    .where('deleted_at', 'is', null)
    .where('scheduled_until', '<', now.toISOString())
    .execute()
}

/**
 * True if a run is triggered within its export's limits. The trigger is the end of the run's interval. @see
 * interface document, section 2.3, start_at and end_at
 */
function isWanted({ start_at, end_at }: BatchExportRow, trigger: Date): boolean {
  const isLate = start_at !== null && trigger < new Date(start_at)
  return !isLate && (end_at === null || trigger <= new Date(end_at))
}
