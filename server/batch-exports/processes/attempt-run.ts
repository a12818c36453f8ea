import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { keepEventsAtHome } from '../../events/home.ts'
import { logExportRun, type RunKey } from '../runs/run-log.ts'
import { changeExportRun, openStatuses } from '../runs/runs.ts'
import { type AttemptTools, ExportAttempt } from './attempt.ts'
import { type AttemptOutcome, endedRun } from './outcome.ts'

/** Time until the condition that a run waits for is checked again, in seconds. */
const shortWait = 2

/**
 * Makes one attempt at a run.
 * @param signal aborted when the process stops; another process then continues the run.
 * @throws Error if the attempt is aborted or the database is unavailable.
 */
export async function attemptExportRun(
  tools: AttemptTools,
  key: RunKey,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const { db } = tools
  if (!(await isSettled(db, key))) {
    await logOnce(db, key, 'The run is waiting until all events of its interval are stored.')
    return { again: shortWait }
  }
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      await keepEventsAtHome(transaction)
      if (!(await isHeld(transaction, key))) return { again: shortWait }
      const run = await changeExportRun(db, key, {
        from: openStatuses,
        to: { status: 'Running', latest_error: null },
      })
      // An earlier attempt completed the run but died before reporting it, or the export has been deleted.
      if (run === undefined) return endedRun
      return await new ExportAttempt(tools, { run, transaction, signal }).make()
    })
}

/** Logs the reason why a run waits, but only once. */
async function logOnce(db: Kysely<Database>, key: RunKey, message: string): Promise<void> {
  const { rows } = await sql`
    select from batch_export_logs where organization_id = ${key.organization_id}
      and batch_export_id = ${key.batch_export_id} and run_id = ${key.id} and message = ${message} limit 1`.execute(
    db,
  )
  if (rows.length === 0) await logExportRun(db, key, { level: 'INFO', message })
}

/**
 * True if all transactions that began before the end of the interval are committed and their events are in
 * the event store. Otherwise events could be missed, because their acceptance time is the start of their
 * transaction. A transaction that has written nothing in its first minute is assumed to write nothing.
 */
async function isSettled(db: Kysely<Database>, key: RunKey): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity, batch_export_runs as run
    where run.organization_id = ${key.organization_id} and run.batch_export_id = ${key.batch_export_id}
      and run.id = ${key.id} and datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid() and xact_start < run.data_interval_end
      and (backend_xid is not null or xact_start > now() - interval '1 minute')
    union all
    select from event_outbox as waiting, batch_export_runs as run
    where run.organization_id = ${key.organization_id} and run.batch_export_id = ${key.batch_export_id}
      and run.id = ${key.id} and waiting.created_at < run.data_interval_end
    limit 1`.execute(db)
  return rows.length === 0
}

/** Tries to lock a run until the transaction ends. Returns false if another process holds the lock. */
async function isHeld(transaction: Transaction<Database>, { id }: RunKey): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as held`.execute(transaction)
  return rows[0]?.held === true
}
