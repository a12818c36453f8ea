import { sql } from 'kysely'
import { logExportRun, type RunKey } from '../runs/run-log.ts'
import { changeExportRun, openStatuses } from '../runs/runs.ts'
import type { AttemptTools } from './attempt.ts'
import { type AttemptOutcome, endedRun, mostFailedRuns, waitAfterFailedRuns } from './outcome.ts'

/**
 * Ends an attempt whose process died. The run is tried again or abandoned.
 * @param why the reason, as a sentence.
 */
export async function endExportAttempt(
  { db, retryDelay }: Pick<AttemptTools, 'db' | 'retryDelay'>,
  key: RunKey,
  why: string,
): Promise<AttemptOutcome> {
  const { rows } = await sql<{ failures: number }>`
    select failures from batch_export_runs where organization_id = ${key.organization_id}
      and batch_export_id = ${key.batch_export_id} and id = ${key.id}`.execute(db)
  const failures = (rows[0]?.failures ?? 0) + 1
  const isFinal = failures >= mostFailedRuns
  const status = isFinal ? 'Failed' : 'FailedRetryable'
  const changed = await changeExportRun(db, key, {
    from: openStatuses,
    to: { status, failures, latest_error: why },
  })
  if (changed === undefined) return endedRun
  await logExportRun(db, key, {
    level: 'ERROR',
    message: isFinal ? why : `${why} The run will be retried.`,
  })
  return isFinal ? endedRun : { again: waitAfterFailedRuns(failures, retryDelay) }
}
