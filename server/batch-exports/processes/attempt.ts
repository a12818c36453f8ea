import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { OpenEvents } from '../../events/store.ts'
import { AddressRefused } from '../../outbound/hosts.ts'
import { RedirectRefused } from '../../outbound/outbound.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { inSpan } from '../../tracing/spans.ts'
import { errorText } from '../../values/error-text.ts'
import {
  type Destination,
  type DestinationLimits,
  DestinationRefusal,
  type ExportDelivery,
} from '../delivery/destination.ts'
import { readDestinationConfig } from '../destinations/config-store.ts'
import { destinationKinds } from '../destinations/kinds.ts'
import { selectExportRecords } from '../records/records.ts'
import { logExportRun } from '../runs/run-log.ts'
import { changeExportRun } from '../runs/runs.ts'
import type { BatchExportRow, DestinationConfig, ExportRunRow } from '../tables.ts'
import { createSecretMask } from './mask.ts'
import { type AttemptOutcome, endedRun, mostFailedRuns, waitAfterFailedRuns } from './outcome.ts'

/** Time between saves of a run's progress, in milliseconds. Each save also detects a cancellation. */
const noteEvery = 1000

/** Time limit for removing what remains of an abandoned run, in milliseconds. */
const discardPatience = 20_000

/** Thrown if the run ended during the attempt, for example because its export was deleted. */
class RunCancelled extends Error {
  override readonly name = 'RunCancelled'
}

/** Dependencies of an attempt. */
export interface AttemptTools extends DestinationLimits {
  readonly db: Kysely<Database>
  readonly openEvents: OpenEvents
  readonly secretBox: SecretBox
  /** Time from the first failure to the next attempt, in seconds. */
  readonly retryDelay: number
  /** Time limit for all attempts at a run together, in seconds. */
  readonly runSeconds: number
}

class RunTooLong extends Error {
  override readonly name = 'RunTooLong'

  constructor(seconds: number) {
    super(`The run took longer than its limit of ${seconds} s.`)
  }
}

export interface AttemptParts {
  readonly run: ExportRunRow
  /** The transaction that reads the records. */
  readonly transaction: Transaction<Database>
  readonly signal: AbortSignal
}

/** One attempt at a run. */
export class ExportAttempt {
  readonly #tools: AttemptTools
  readonly #parts: AttemptParts
  readonly #cancelled = new AbortController()
  readonly #late = new AbortController()
  readonly #begun = performance.now()
  #completed = 0
  #cursor: string | null
  #mask: (message: string) => string = (message) => message
  #resumes = false

  constructor(tools: AttemptTools, parts: AttemptParts) {
    this.#tools = tools
    this.#parts = parts
    this.#cursor = parts.run.cursor
  }

  async make(): Promise<AttemptOutcome> {
    const batchExport = await findExport(this.#parts.transaction, this.#parts.run)
    const config = this.#config(batchExport)
    const destination = destinationKinds[batchExport.destination_type].open(config, this.#tools)
    const { runSeconds } = this.#tools
    const rest = Math.max(runSeconds - this.#parts.run.worked_seconds, 0)
    const clock = setTimeout(() => this.#late.abort(new RunTooLong(runSeconds)), rest * 1000)
    const notes = setInterval(() => void this.#noteProgress(), noteEvery)
    try {
      const name = `deliver ${batchExport.destination_type}`
      await inSpan({ name, kind: 'client' }, () => this.#deliver(destination, { ...batchExport, config }))
      return endedRun
    } catch (error) {
      return await this.#fail(destination, batchExport, error)
    } finally {
      clearInterval(notes)
      clearTimeout(clock)
    }
  }

  async #deliver(destination: Destination, batchExport: BatchExportRow): Promise<void> {
    const { run, transaction, signal } = this.#parts
    this.#resumes = destination.resumes === true
    this.#completed = this.#resumes && run.cursor !== null ? (run.records_completed ?? 0) : 0
    const stores = { db: transaction, events: this.#tools.openEvents(transaction) }
    const source = selectExportRecords(stores, {
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
    await this.#log('INFO', `Exporting ${recordsText(total)} to ${batchExport.destination_type}.`)
    const attempt = this
    await destination.deliver({
      source,
      runId: run.id,
      name: nameOf(batchExport, run),
      model: batchExport.model,
      get cursor() {
        return attempt.#cursor
      },
      signal: AbortSignal.any([signal, this.#cancelled.signal, this.#late.signal]),
      count: (records) => {
        this.#completed += records
      },
      saveCursor: async (cursor) => {
        await this.#change({ cursor, records_completed: this.#completed })
        this.#cursor = cursor
      },
      log: (level, message) => this.#log(level, message),
    } satisfies ExportDelivery)
    await this.#change({ status: 'Completed', records_completed: this.#completed })
    await this.#log('INFO', `Exported ${recordsText(this.#completed)}.`)
  }

  async #fail(
    destination: Destination,
    batchExport: BatchExportRow,
    error: unknown,
  ): Promise<AttemptOutcome> {
    const { run, signal } = this.#parts
    const discard = () => this.#discard(destination, batchExport)
    if (this.#cancelled.signal.aborted || error instanceof RunCancelled) {
      await this.#log('WARNING', 'The run was cancelled.')
      await discard()
      return endedRun
    }
    if (this.#late.signal.aborted) {
      const { message } = this.#late.signal.reason
      await this.#change({ status: 'TimedOut', latest_error: message, worked_seconds: this.#worked() })
      await this.#log('ERROR', message)
      await discard()
      return endedRun
    }
    const message = this.#mask(errorText(error))
    if (signal.aborted) {
      await this.#log('WARNING', 'This attempt was stopped; another one will continue the run.')
      throw new Error(message)
    }
    const failures = run.failures + 1
    const isFinal = isRefusal(error) || failures >= mostFailedRuns
    const status = isFinal ? 'Failed' : 'FailedRetryable'
    await this.#change({ status, failures, latest_error: message, worked_seconds: this.#worked() })
    const sentence = message.replace(/(?<![.!?])$/, '.')
    await this.#log('ERROR', isFinal ? message : `${sentence} The run will be retried.`)
    if (!isFinal) return { again: waitAfterFailedRuns(failures, this.#tools.retryDelay) }
    await discard()
    return endedRun
  }

  /**
   * Removes what remains of a run that is over. Whatever cannot be removed within a time limit is left in
   * place.
   */
  async #discard(destination: Destination, batchExport: BatchExportRow): Promise<void> {
    const { run } = this.#parts
    try {
      const signal = AbortSignal.timeout(discardPatience)
      await destination.discard?.({
        runId: run.id,
        name: nameOf(batchExport, run),
        cursor: this.#cursor,
        signal,
      })
    } catch (error) {
      const reason = errorText(error)
      await this.#log('WARNING', `Files left by the run could not be removed: ${reason}`)
    }
  }

  /** Time spent on all attempts so far, in seconds. */
  #worked(): number {
    return this.#parts.run.worked_seconds + (performance.now() - this.#begun) / 1000
  }

  /** Saves the run's state. @throws RunCancelled if the run has ended in the meantime. */
  async #change(to: Parameters<typeof changeExportRun>[2]['to']): Promise<void> {
    const changed = await changeExportRun(this.#tools.db, this.#parts.run, { from: ['Running'], to })
    if (changed === undefined) throw new RunCancelled('The run has already ended.')
  }

  /**
   * Saves the run's progress. If the database is unreachable, only this save is lost, and the attempt itself
   * reports the problem. If another attempt would continue at the cursor, the count changes only together
   * with the cursor.
   */
  async #noteProgress(): Promise<void> {
    try {
      const worked_seconds = this.#worked()
      await this.#change(
        this.#resumes ? { worked_seconds } : { worked_seconds, records_completed: this.#completed },
      )
    } catch (error) {
      if (error instanceof RunCancelled) this.#cancelled.abort(error)
    }
  }

  async #log(level: 'INFO' | 'WARNING' | 'ERROR' | 'DEBUG' | 'LOG', message: string): Promise<void> {
    await logExportRun(this.#tools.db, this.#parts.run, { level, message: this.#mask(message) })
  }

  #config(batchExport: BatchExportRow): DestinationConfig {
    const { config, secrets } = readDestinationConfig(this.#tools.secretBox, batchExport)
    this.#mask = createSecretMask(Object.values(secrets).filter((value) => typeof value === 'string'))
    return config
  }
}

/** Errors that would happen again. */
const refusals = [DestinationRefusal, AddressRefused, RedirectRefused] as const

/**
 * True if an error or one of its causes is a refusal. Causes are searched because clients wrap the errors of
 * their sockets.
 */
function isRefusal(error: unknown): boolean {
  if (refusals.some((refusal) => error instanceof refusal)) return true
  return error instanceof Error && error.cause !== undefined && isRefusal(error.cause)
}

async function findExport(db: Kysely<Database>, run: ExportRunRow): Promise<BatchExportRow> {
  return await db
    .selectFrom('batch_exports')
    .selectAll()
    .where('organization_id', '=', run.organization_id)
    .where('id', '=', run.batch_export_id)
    .executeTakeFirstOrThrow()
}

function recordsText(count: number): string {
  return `${count} ${count === 1 ? 'record' : 'records'}`
}

/**
 * The name of a run. It is the same for all backfills of an interval, so that a backfill replaces the files
 * of an earlier one. Scheduled runs select events by a different time, so a backfill of events does not
 * replace their files.
 */
function nameOf(
  { id, model }: BatchExportRow,
  { backfill_id, data_interval_start, data_interval_end }: ExportRunRow,
): string {
  const chosen = backfill_id !== null && model === 'events' ? ['backfill'] : []
  const moments = [data_interval_start, data_interval_end].filter((moment) => moment !== null)
  return [model, id, ...chosen, ...moments].join('_').replaceAll(':', '')
}
