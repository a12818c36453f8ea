import { sql } from 'kysely'
import { logRun, type RunKey } from '../runs/run-log.ts'
import { changeRun, openStatuses } from '../runs/runs.ts'
import type { AttemptTools } from './attempt.ts'
import { ended, mostFailures, type Outcome, waitAfter } from './outcome.ts'

/**
 * Ends an attempt whose process died: the run is tried again or abandoned.
 * @param why a sentence.
 */
export async function endAttempt(
  { db, retryDelay }: Pick<AttemptTools, 'db' | 'retryDelay'>,
  key: RunKey,
  why: string,
): Promise<Outcome> {
  const { rows } = await sql<{ failures: number }>`
    select failures from batch_export_runs where organization_id = ${key.organization_id}
      and batch_export_id = ${key.batch_export_id} and id = ${key.id}`.execute(db)
  const failures = (rows[0]?.failures ?? 0) + 1
  const isFinal = failures >= mostFailures
  const status = isFinal ? 'Failed' : 'FailedRetryable'
  const changed = await changeRun(db, key, {
    from: openStatuses,
    to: { status, failures, latest_error: why },
  })
  if (changed === undefined) return ended
  await logRun(db, key, { level: 'ERROR', message: isFinal ? why : `${why} The run will be tried again.` })
  return isFinal ? ended : { again: waitAfter(failures, retryDelay) }
}
