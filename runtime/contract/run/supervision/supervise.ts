import type { Exchange } from '../../data/exchange/exchange.ts'
import type { RunEvent } from '../../data/outcome/run-event.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { Coverage } from '../coverage/coverage.ts'
import type { OperationCoverage } from '../coverage/operation-coverage.ts'
import type { ContractReport } from '../state/contract-report.ts'
import { RunRecord, type RunRecordOptions } from '../state/run-record.ts'
import type { FromWorker } from './message.ts'
import { TimeLimit } from './time-limit.ts'
import { Worker } from './worker.ts'
import { WORKER_PATIENCE, WorkerLosses } from './worker-losses.ts'

const SILENCE_MS = 10_000
const TICK_MS = 100
/**
 * Maximum time, in milliseconds, to end after a signal. Container and job runners kill a process ten seconds
 * after they ask it to end.
 */
const STOPPED_MS = 8500

export interface SuperviseOptions extends RunRecordOptions {
  /**
   * The entry file of the workers, which calls `runInWorker`, or an argument for an executable; see
   * `WorkerOptions`.
   */
  readonly entry: URL | string
  /** A worker that was started in advance while other work was in progress. */
  readonly first?: Worker
  /** Plain data from which the entry file creates the settings. */
  readonly given: unknown
  /**
   * Ends the run within ten seconds, including the report and the removal of created items. Its reason is
   * worded to follow "the run ended early:".
   */
  readonly stop?: AbortSignal
  /** Ends the run without a clean-up. */
  readonly abandon?: AbortSignal
  /** Time by which the run and its clean-up must end, in milliseconds since the process began. */
  readonly maxTimeMs?: number
  /** Milliseconds spent on preparation before the run. The report is expected to take as long. */
  readonly preparationMs?: number
  /**
   * Maximum number of milliseconds for which a worker, after its first message, is allowed to send no
   * messages, or to make no progress while it is not waiting for a response, a credential or its turn.
   * Default: 10,000.
   */
  readonly silenceMs?: number
  /** A worker's heap limit, in MiB. Default: 2,048. */
  readonly memoryMb?: number
  /** Called before each request. */
  readonly onRequest?: () => void
}

export interface SupervisedRun {
  readonly report: ContractReport
  readonly coverage: readonly OperationCoverage[]
  /**
   * All requests, in the order in which they completed or were abandoned; empty if the settings do not keep
   * exchanges.
   */
  readonly exchanges: readonly Exchange[]
}

/**
 * Runs all checks that apply to the operations in a worker, which is a separate process, and keeps the record
 * in this process. A worker that is silent or fails is replaced. The check that ended it counts as not run or
 * as a defect, and the next worker continues and removes the created items.
 * @throws TargetError if the target as a whole is unusable, and nothing was judged.
 * @throws SelectionError if a name in the selection matches nothing.
 */
export function superviseContract(options: SuperviseOptions): Promise<SupervisedRun> {
  return new Supervisor(options).run()
}

class Supervisor {
  readonly #options: SuperviseOptions
  readonly #record: RunRecord
  readonly #coverage: Coverage
  readonly #exchanges: Exchange[] = []
  readonly #started = performance.now()
  #time: TimeLimit | undefined
  readonly #losses: WorkerLosses
  #worker: Worker | undefined
  #first: Worker | undefined
  #workers = 0
  #isAbandoned = false

  constructor(options: SuperviseOptions) {
    this.#options = options
    this.#first = options.first
    this.#record = new RunRecord(options)
    this.#losses = new WorkerLosses(this.#record)
    this.#coverage = new Coverage(options.document)
    const { maxTimeMs: endsAt } = options
    const { preparationMs = 0 } = options
    if (endsAt !== undefined) this.#time = new TimeLimit({ endsAt, preparationMs })
  }

  async run(): Promise<SupervisedRun> {
    const { stop, abandon } = this.#options
    const timer = setInterval(() => this.#tick(), TICK_MS)
    const onStop = (): void => this.#stop(String(stop?.reason))
    const onAbandon = (): void => this.#abandon(String(abandon?.reason))
    stop?.addEventListener('abort', onStop)
    abandon?.addEventListener('abort', onAbandon)
    if (stop?.aborted === true) onStop()
    try {
      while (this.#hasWork() && !(await this.#runWorker()));
    } finally {
      clearInterval(timer)
      stop?.removeEventListener('abort', onStop)
      abandon?.removeEventListener('abort', onAbandon)
    }
    return { report: this.#record.report(), coverage: this.#coverage.report(), exchanges: this.#exchanges }
  }

  #hasWork(): boolean {
    const { isEnded, results, inventory } = this.#record
    const { items, lists } = inventory
    const hasSteps = !isEnded && results.remaining.length > 0
    return !this.#isAbandoned && (hasSteps || items.made.length > 0 || lists.size > 0)
  }

  /** @returns true if nothing remains to be done. */
  async #runWorker(): Promise<boolean> {
    const { entry, given, document, base, decided, silenceMs = SILENCE_MS, memoryMb } = this.#options
    this.#worker = this.#first ?? new Worker({ entry, memoryMb })
    this.#first = undefined
    const end = await this.#worker.run(
      {
        ...{ document, base, decided, given },
        ...this.#losses.nextSteps(),
        memory: this.#record.memory({ worker: ++this.#workers, silent: this.#losses.silent }),
      },
      { note: (message) => this.#note(message), silenceMs },
    )
    this.#worker = undefined
    if (end.kind === 'unusable') throw new TargetError(end.message)
    if (end.kind === 'done') return true
    if (!this.#losses.note(end.death)) return false
    this.#abandon(
      `${WORKER_PATIENCE} worker processes in a row made no progress; the last one ${end.death.why}`,
    )
    return true
  }

  #note(message: FromWorker): void {
    if (message.kind === 'covers') this.#coverage.add(message.counts)
    else if (message.kind === 'exchanged') this.#exchanges.push(message.exchange)
    else if (!isOfWorker(message)) {
      if (message.kind === 'sends') this.#options.onRequest?.()
      this.#record.note(message)
    }
  }

  #tick(): void {
    if (this.#time === undefined) return
    const { requests, items, lists } = this.#record.inventory
    const meanMs = (performance.now() - this.#started) / Math.max(requests.count, 1)
    const requestMs = Math.max(meanMs, requests.removalMs)
    const why = this.#time.why(this.#record.results.settled)
    if (this.#time.isOver) this.#abandon(why)
    else if (this.#time.isTimeToCleanUp({ items: items.made.length, lists: lists.size, requestMs }))
      this.#end(why)
  }

  #stop(why: string): void {
    const { maxTimeMs = Number.POSITIVE_INFINITY, preparationMs = 0 } = this.#options
    const beganAt = performance.now()
    const endsAt = Math.min(maxTimeMs, beganAt + STOPPED_MS)
    this.#time = new TimeLimit({ endsAt, beganAt, preparationMs })
    this.#end(why)
  }

  #end(why: string): void {
    if (this.#record.isEnded) return
    this.#record.end(why)
    this.#worker?.stop(why)
  }

  #abandon(why: string): void {
    this.#record.end(why)
    this.#isAbandoned = true
    this.#worker?.kill({ kind: 'abandoned', why: 'was not waited for' })
  }
}

/** True if a message is about the worker itself rather than the run. */
function isOfWorker(message: FromWorker): message is Exclude<FromWorker, RunEvent> {
  return ['alive', 'covers', 'exchanged', 'done', 'fails', 'unusable'].includes(message.kind)
}
