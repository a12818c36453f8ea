import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { JobDefinition } from '../../jobs/jobs.ts'
import { AddressRefused } from '../../outbound/hosts.ts'
import { RedirectRefused } from '../../outbound/outbound.ts'
import type { Foundation } from '../../service.ts'
import { readConfig } from '../config-store.ts'
import { type Delivery, type Destination, DestinationRefusal } from '../destinations/destination.ts'
import { destinationKinds } from '../destinations/kinds.ts'
import { selectRecords } from '../records/records.ts'
import type { BatchExportRow, Config, RunRow } from '../tables.ts'
import { createMask } from './mask.ts'
import { logRun, type RunKey } from './run-log.ts'
import { changeRun, openStatuses, runQueue } from './runs.ts'

/** Attempts that may fail before a run is given up. Attempts whose process dies are not counted. */
const mostFailures = 8

/** Tries of the job, far above the failures that end the run: so many times a process may die in the same run. */
const retryLimit = 100

/** Runs that one process does at a time: each one holds a connection to the database and some megabytes. */
const concurrency = 2

/** Milliseconds between notes of how far a run is, which also tell whether it was cancelled. */
const noteEvery = 1000

/** The run ended otherwise while an attempt was under way: its export was deleted. */
class RunCancelled extends Error {
  override readonly name = 'RunCancelled'
}

/** Does the runs of batch exports. */
export function runJob(foundation: Foundation): JobDefinition<RunKey> {
  return {
    queue: runQueue,
    retryLimit,
    retryDelay: foundation.exports.retryDelay,
    concurrency,
    run: (key, { signal }) => attemptRun(foundation, key, signal),
  }
}

async function attemptRun(foundation: Foundation, key: RunKey, signal: AbortSignal): Promise<void> {
  const { db } = foundation
  await assertSettled(db, key)
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      await holdRun(transaction, key)
      const run = await changeRun(db, key, {
        from: openStatuses,
        to: { status: 'Running', latest_error: null },
      })
      if (run === undefined) return // ended in an attempt whose process died before it could say so
      await new Attempt(foundation, { run, transaction, signal }).make()
    })
}

/**
 * Looks whether all that was begun before the end of the interval has been committed: an event is accepted at the
 * start of its transaction, and would be missed. One that has written nothing for a minute will not write.
 */
async function assertSettled(db: Kysely<Database>, key: RunKey): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity, batch_export_runs as run
    where run.organization_id = ${key.organization_id} and run.batch_export_id = ${key.batch_export_id}
      and run.id = ${key.id} and datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid() and xact_start < run.data_interval_end
      and (backend_xid is not null or xact_start > now() - interval '1 minute')
    limit 1`.execute(db)
  if (rows.length > 0) throw new Error('Transactions from before the end of the interval are still open.')
}

/** Holds a run until the transaction ends. Should its job be given to two processes, the second one fails here. */
async function holdRun(transaction: Transaction<Database>, { id }: RunKey): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as held`.execute(transaction)
  if (rows[0]?.held !== true) throw new Error('Another process is at work on this run.')
}

interface AttemptParts {
  readonly run: RunRow
  /** What the records are read in. */
  readonly transaction: Transaction<Database>
  readonly signal: AbortSignal
}

/** One attempt of a run. */
class Attempt {
  readonly #foundation: Foundation
  readonly #parts: AttemptParts
  readonly #cancelled = new AbortController()
  #completed = 0
  #cursor: string | null
  #mask: (message: string) => string = (message) => message
  #resumes = false

  constructor(foundation: Foundation, parts: AttemptParts) {
    this.#foundation = foundation
    this.#parts = parts
    this.#cursor = parts.run.cursor
  }

  async make(): Promise<void> {
    const batchExport = await findExport(this.#parts.transaction, this.#parts.run)
    const config = this.#config(batchExport)
    const { addressPolicy: addresses, exports } = this.#foundation
    const kind = destinationKinds[batchExport.destination_type]
    const destination = kind.open(config, { addresses, exportFolder: exports.exportFolder })
    const notes = setInterval(() => void this.#noteProgress(), noteEvery)
    try {
      await this.#deliver(destination, { ...batchExport, config })
    } catch (error) {
      await this.#fail(destination, batchExport, error)
    } finally {
      clearInterval(notes)
    }
  }

  async #deliver(destination: Destination, batchExport: BatchExportRow): Promise<void> {
    const { run, transaction, signal } = this.#parts
    this.#resumes = destination.resumes === true
    this.#completed = this.#resumes && run.cursor !== null ? (run.records_completed ?? 0) : 0
    const source = selectRecords(transaction, {
      projectId: batchExport.project_id,
      model: batchExport.model,
      by: run.backfill_id === null ? 'created_at' : 'timestamp',
      hogqlQuery: batchExport.hogql_query,
      start: run.data_interval_start,
      end: run.data_interval_end,
      config: batchExport.config,
    })
    const total = await source.count()
    await this.#change({ records_total_count: total, records_completed: this.#completed })
    await this.#log('INFO', `Exporting ${total} records to ${batchExport.destination_type}.`)
    const attempt = this
    await destination.deliver({
      source,
      runId: run.id,
      name: nameOf(batchExport, run),
      model: batchExport.model,
      get cursor() {
        return attempt.#cursor
      },
      signal: AbortSignal.any([signal, this.#cancelled.signal]),
      count: (records) => {
        this.#completed += records
      },
      saveCursor: async (cursor) => {
        await this.#change({ cursor, records_completed: this.#completed })
        this.#cursor = cursor
      },
      log: (level, message) => this.#log(level, message),
    } satisfies Delivery)
    await this.#change({ status: 'Completed', records_completed: this.#completed })
    await this.#log('INFO', `Exported ${this.#completed} records.`)
  }

  async #fail(destination: Destination, batchExport: BatchExportRow, error: unknown): Promise<void> {
    const { run, signal } = this.#parts
    const discard = async () => {
      await destination.discard?.({ runId: run.id, name: nameOf(batchExport, run), cursor: this.#cursor })
    }
    if (this.#cancelled.signal.aborted || error instanceof RunCancelled) {
      await this.#log('WARNING', 'The run was cancelled.')
      return await discard()
    }
    const message = this.#mask(error instanceof Error ? error.message : String(error))
    if (signal.aborted) {
      await this.#log('WARNING', 'The process stops; the run will go on in another attempt.')
      throw new Error(message)
    }
    const failures = run.failures + 1
    const isFinal = isRefusal(error) || failures >= mostFailures
    await this.#change({ status: isFinal ? 'Failed' : 'FailedRetryable', failures, latest_error: message })
    const sentence = message.replace(/(?<![.!?])$/, '.')
    await this.#log('ERROR', isFinal ? message : `${sentence} Another attempt will be made.`)
    if (!isFinal) throw new Error(message)
    await discard()
  }

  /** Notes how far the run is. @throws RunCancelled when it has ended meanwhile. */
  async #change(to: Parameters<typeof changeRun>[2]['to']): Promise<void> {
    const changed = await changeRun(this.#foundation.db, this.#parts.run, { from: ['Running'], to })
    if (changed === undefined) throw new RunCancelled('The run has ended otherwise.')
  }

  /**
   * A database that cannot be reached now is told by the attempt itself; here it only costs a note. Where another
   * attempt goes on at the cursor, the number belongs to the cursor, and changes with it alone.
   */
  async #noteProgress(): Promise<void> {
    try {
      await this.#change(this.#resumes ? {} : { records_completed: this.#completed })
    } catch (error) {
      if (error instanceof RunCancelled) this.#cancelled.abort(error)
    }
  }

  async #log(level: 'INFO' | 'WARNING' | 'ERROR' | 'DEBUG' | 'LOG', message: string): Promise<void> {
    await logRun(this.#foundation.db, this.#parts.run, { level, message: this.#mask(message) })
  }

  #config(batchExport: BatchExportRow): Config {
    const { config, secrets } = readConfig(this.#foundation.exports.secretBox, batchExport)
    this.#mask = createMask(Object.values(secrets).filter((value) => typeof value === 'string'))
    return config
  }
}

/** Failures that another attempt would meet again. */
const refusals = [DestinationRefusal, AddressRefused, RedirectRefused] as const

/** Clients wrap what their sockets throw. */
function isRefusal(error: unknown): boolean {
  if (refusals.some((refusal) => error instanceof refusal)) return true
  return error instanceof Error && error.cause !== undefined && isRefusal(error.cause)
}

async function findExport(db: Kysely<Database>, run: RunRow): Promise<BatchExportRow> {
  return await db
    .selectFrom('batch_exports')
    .selectAll()
    .where('organization_id', '=', run.organization_id)
    .where('id', '=', run.batch_export_id)
    .executeTakeFirstOrThrow()
}

/**
 * The same for the same interval, so that a backfill replaces what another one left. The schedule's runs choose their events
 * otherwise, and are left alone.
 */
function nameOf(
  { id, model }: BatchExportRow,
  { backfill_id, data_interval_start, data_interval_end }: RunRow,
): string {
  const chosen = backfill_id !== null && model === 'events' ? ['backfill'] : []
  const moments = [data_interval_start, data_interval_end].filter((moment) => moment !== null)
  return [model, id, ...chosen, ...moments].join('_').replaceAll(':', '')
}
