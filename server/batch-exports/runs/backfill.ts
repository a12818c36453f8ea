import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { BatchExport } from '../../../generated/types.ts'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { momentInUtc } from '../../values/moment.ts'
import { exportRefusals } from '../refusals.ts'
import { type BatchExportOfTenant, exportsOfTenant, findBatchExport } from '../stored/export-rows.ts'
import { exportIntervals, intervalLengths, intervalStart } from '../stored/intervals.ts'
import { viewBatchExport } from './export-view.ts'
import { makeExportRuns } from './runs.ts'
import { askForExportTurn } from './turns.ts'

/** Maximum number of runs in one backfill. */
const longestBackfill = 10_000

/**
 * Number of backfill runs that are created at a time. The next ones are created when no due run is waiting.
 */
const runsAtOnce = 50

/**
 * Starts a backfill of all intervals in a range. An interval that has not ended yet is exported when it ends.
 */
export async function backfillBatchExport(
  { db, jobs }: { db: Kysely<Database>; jobs: Jobs },
  { tenant, id, ...range }: BatchExportOfTenant & { start_at: string; end_at: string },
): Promise<BatchExport> {
  const batchExport = await findBatchExport(exportsOfTenant(db, tenant).selectAll(), id)
  const first = new Date(momentInUtc(range.start_at, 'start_at'))
  const start = intervalStart(batchExport.interval, first)
  const end = new Date(momentInUtc(range.end_at, 'end_at'))
  const length = intervalLengths[batchExport.interval]
  if (first >= end) throw new Refusal(exportRefusals.backfillOrder)
  if (end.getTime() > Date.now() + length) throw new Refusal(exportRefusals.backfillInFuture)
  const roundedEnd = intervalStart(batchExport.interval, new Date(end.getTime() + length - 1))
  const isWhole = batchExport.model === 'persons'
  if (!isWhole && (roundedEnd.getTime() - start.getTime()) / length > longestBackfill)
    throw new Refusal(exportRefusals.backfillTooLong)
  const backfill = { organization_id: batchExport.organization_id, batch_export_id: id, id: randomUUID() }
  await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('batch_export_backfills')
      .values({ ...backfill, next_at: start, end_at: roundedEnd })
      .execute()
    await advanceBackfill(transaction, backfill.organization_id, backfill.id)
    const turn = { organization_id: backfill.organization_id, kind: 'backfill' } as const
    await askForExportTurn(jobs, turn, { db: transaction })
    if (roundedEnd.getTime() > Date.now())
      await askForExportTurn(jobs, turn, { db: transaction, from: roundedEnd })
  })
  return await viewBatchExport(db, batchExport)
}

/**
 * Creates the next runs of the given backfill or, if none is given, of the backfill that has waited longest.
 * A backfill is deleted once all its runs exist.
 * @returns true if there was a backfill.
 */
export async function advanceBackfill(
  db: Kysely<Database>,
  organizationId: string,
  id?: string,
): Promise<boolean> {
  const advance = async (transaction: Kysely<Database>): Promise<boolean> => {
    const backfill = await transaction
      .selectFrom('batch_export_backfills')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .orderBy('advanced_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (backfill === undefined) return false
    const batchExport = await transaction
      .selectFrom('batch_exports')
      .select(['organization_id', 'id', 'model', 'interval'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', backfill.batch_export_id)
      .executeTakeFirstOrThrow()
    const rest = { start: new Date(backfill.next_at), end: new Date(backfill.end_at) }
    const spans =
      batchExport.model === 'persons' ? [rest] : exportIntervals(batchExport.interval, rest, runsAtOnce)
    await makeExportRuns(transaction, { batchExport, spans, backfillId: backfill.id })
    const last = spans.at(-1)
    if (last === undefined || last.end >= rest.end) {
      await transaction
        .deleteFrom('batch_export_backfills')
        .where('organization_id', '=', organizationId)
        .where('id', '=', backfill.id)
        .execute()
      return true
    }
    await transaction
      .updateTable('batch_export_backfills')
      .set({ next_at: last.end, advanced_at: sql<string>`clock_timestamp()` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', backfill.id)
      .execute()
    return true
  }
  return db.isTransaction ? await advance(db) : await inTransaction(db, advance)
}
