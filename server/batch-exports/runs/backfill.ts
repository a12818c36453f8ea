import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { BatchExport } from '../../../generated/types.ts'
import type { Database } from '../../database/schema.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { momentInUtc } from '../../moment.ts'
import { Refusal } from '../../refusals.ts'
import { type BatchExportOfTenant, exportsOf, findExport } from '../export-rows.ts'
import { viewExport } from '../export-view.ts'
import { floor, lengths, wholeIntervals } from '../intervals.ts'
import { createRuns } from './runs.ts'

/** Runs of one backfill at most. */
const longestBackfill = 10_000

/** Makes runs for all intervals of a range, those that have ended and, later, the one that has not. */
export async function backfillBatchExport(
  { db, jobs }: { db: Kysely<Database>; jobs: Jobs },
  { tenant, id, ...range }: BatchExportOfTenant & { start_at: string; end_at: string },
): Promise<BatchExport> {
  const batchExport = await findExport(exportsOf(db, tenant).selectAll(), id)
  const first = new Date(momentInUtc(range.start_at, 'start_at'))
  const start = floor(batchExport.interval, first)
  const end = new Date(momentInUtc(range.end_at, 'end_at'))
  const length = lengths[batchExport.interval]
  if (first >= end) throw new Refusal('backfillOrder')
  if (end.getTime() > Date.now() + length) throw new Refusal('backfillInFuture')
  const roundedEnd = floor(batchExport.interval, new Date(end.getTime() + length - 1))
  const spans =
    batchExport.model === 'persons'
      ? [{ start, end: roundedEnd }]
      : wholeIntervals(batchExport.interval, { start, end: roundedEnd }, longestBackfill + 1)
  if (spans.length > longestBackfill) throw new Refusal('backfillTooLong')
  await db.transaction().execute(async (transaction) => {
    await createRuns(transaction, { jobs, batchExport, spans, backfillId: randomUUID() })
  })
  return await viewExport(db, batchExport)
}
