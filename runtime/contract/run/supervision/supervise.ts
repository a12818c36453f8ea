import type { Exchange } from '../../data/exchange/exchange.ts'
import { notRun, type Outcome } from '../../data/outcome/outcome.ts'
import type { RunEvent, StepName } from '../../data/outcome/run-event.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { DEFAULT_CONCURRENCY } from '../../traffic/target/target.ts'
import { Coverage } from '../coverage/coverage.ts'
import type { OperationCoverage } from '../coverage/operation-coverage.ts'
import { stepKey } from '../plan/step.ts'
import type { ContractReport } from '../state/contract-report.ts'
import { RunRecord, type RunRecordOptions } from '../state/run-record.ts'
import type { FromWorker } from './message.ts'
import { TimeLimit } from './time-limit.ts'
import { type Death, Worker } from './worker.ts'

const SILENCE_MS = 10_000
const TICK_MS = 100
/** Time after a signal: container and job runners kill a process ten seconds after they asked for its end. */
const STOPPED_MS = 8500
/** After that many workers in a row that settled nothing, or steps of one rule that none survived, no other is tried. */
const PATIENCE = 3

export interface SuperviseOptions extends RunRecordOptions {
  /** The entry file of the workers, which calls `runInWorker`, or an argument for an executable: see `WorkerOptions`. */
  readonly entry: URL | string
  /** A worker that was started ahead, while something else was to be done. */
  readonly first?: Worker
  /** Input from which the entry file makes the settings: plain data. */
  readonly given: unknown
  /**
   * Ends the run within ten seconds, report included; created items are removed. Its reason goes on from "the
   * run ended early:".
   */
  readonly stop?: AbortSignal
  /** Ends it without a clean-up. */
  readonly abandon?: AbortSignal
  /** Milliseconds since the process began, at which the run has ended, its clean-up included. */
  readonly maxTimeMs?: number
  /**
   * Milliseconds of the preparation before the run: so long a report may take that is made of the same
   * document under the same load.
   */
  readonly preparationMs?: number
  /** Requests that are under way at once, in the worker; default 4. */
  readonly concurrency?: number
  /** Time that a worker may be silent while none of its requests is under way. Default: 10,000. */
  readonly silenceMs?: number
  /** Memory of a worker for JavaScript values, in 2^20 bytes. Default: 2,048. */
  readonly memoryMb?: number
  /** Called before each request. */
  readonly onRequest?: () => void
}

export interface SupervisedRun {
  readonly report: ContractReport
  readonly coverage: readonly OperationCoverage[]
  /** All requests, in the order in which they were answered or given up; empty where the settings do not keep them. */
  readonly exchanges: readonly Exchange[]
}

/**
 * Runs every check that applies to every operation, in a worker, which is a process of its own, and keeps the record in this one. A worker that is
 * silent, or fails, is replaced: its check is not run, and the next worker goes on and removes what was made. It ends in a
 * report, whatever happens.
 * @throws TargetError when the target as a whole is unusable, and nothing was judged.
 * @throws SelectionError when the selection names an operation, a rule or a grade that does not exist.
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
  readonly #silent: Record<string, string> = {}
  /** Steps that none survived, by rule. */
  readonly #deadly = new Map<string, number>()
  #suspects: readonly StepName[] = []
  #worker: Worker | undefined
  #first: Worker | undefined
  #workers = 0
  #fruitless = 0
  #isAbandoned = false

  constructor(options: SuperviseOptions) {
    this.#options = options
    this.#first = options.first
    this.#record = new RunRecord(options)
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
    const { isEnded, remaining, ledger } = this.#record
    return (
      !this.#isAbandoned && ((!isEnded && remaining.length > 0) || ledger.made.length > 0 || ledger.lists > 0)
    )
  }

  /** @returns true if all that was to be done is done. */
  async #runWorker(): Promise<boolean> {
    const { entry, given, document, base, decided, silenceMs = SILENCE_MS, memoryMb } = this.#options
    const before = this.#progress
    this.#worker = this.#first ?? new Worker({ entry, memoryMb })
    this.#first = undefined
    const end = await this.#worker.run(
      {
        ...{ document, base, decided, given },
        ...this.#steps(),
        memory: this.#record.memory({ worker: ++this.#workers, silent: this.#silent }),
      },
      { note: (message) => this.#note(message), silenceMs },
    )
    this.#worker = undefined
    if (end.kind === 'unusable') throw new TargetError(end.message)
    if (end.kind === 'done') return true
    this.#recover(end.death)
    this.#fruitless = this.#progress === before ? this.#fruitless + 1 : 0
    if (this.#fruitless < PATIENCE) return false
    this.#abandon(`${PATIENCE} workers in a row made no progress; the last one ${end.death.why}`)
    return true
  }

  /** Grows with each check that has a result and each item that is no longer to be removed. */
  get #progress(): string {
    return `${this.#record.settled} ${this.#record.ledger.made.length} ${Object.keys(this.#silent).length}`
  }

  #steps(): { readonly steps: readonly StepName[]; readonly suspects: readonly StepName[] } {
    if (this.#record.isEnded) return { steps: [], suspects: [] }
    const { remaining } = this.#record
    const suspected = new Set(this.#suspects.map(stepKey))
    const [suspects = [], steps = []] = [true, false].map((wanted) =>
      remaining.filter((step) => suspected.has(stepKey(step)) === wanted),
    )
    return { steps, suspects }
  }

  #note(message: FromWorker): void {
    if (message.kind === 'covers') this.#coverage.add(message.counts)
    else if (message.kind === 'exchanged') this.#exchanges.push(message.exchange)
    else if (!isOfWorker(message)) {
      if (message.kind === 'sends') this.#options.onRequest?.()
      this.#record.note(message)
    }
  }

  /** Takes down what is known of a dead worker: of several checks under way any may have been the cause, so each is tried alone. */
  #recover(death: Death): void {
    const { underWay, ledger, isEnded } = this.#record
    ledger.lose(death.why)
    this.#record.forgetUnderWay()
    if (death.on !== undefined) this.#silent[death.on] = death.why
    const [only, ...others] = underWay
    if (isEnded || only === undefined) return
    if (others.length > 0) this.#suspects = underWay
    else this.#settle(only, death)
  }

  #settle(step: StepName, death: Death): void {
    this.#record.settle(step, { outcome: outcomeOf(death) })
    const count = (this.#deadly.get(step.rule) ?? 0) + 1
    this.#deadly.set(step.rule, count)
    if (count < PATIENCE || death.on !== undefined) return
    const outcome = notRun({ kind: 'rule given up', rule: step.rule, why: death.why, operations: count })
    for (const other of this.#record.remaining)
      if (other.rule === step.rule) this.#record.settle(other, { outcome })
  }

  #tick(): void {
    if (this.#time === undefined) return
    const { made, lists, requests, removalMs } = this.#record.ledger
    const { concurrency = DEFAULT_CONCURRENCY } = this.#options
    const meanMs = (performance.now() - this.#started) / Math.max(requests, 1)
    const requestMs = Math.max(meanMs, removalMs / concurrency)
    if (this.#time.isOver) this.#abandon(this.#time.why)
    else if (this.#time.isTimeToCleanUp({ items: made.length, lists, requestMs })) this.#end(this.#time.why)
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

/** True if a message is about the worker itself, and not about the run. */
function isOfWorker(message: FromWorker): message is Exclude<FromWorker, RunEvent> {
  return ['alive', 'covers', 'exchanged', 'done', 'fails', 'unusable'].includes(message.kind)
}

/** A check that its worker did not survive. */
function outcomeOf({ kind, why, on, stack = why }: Death): Outcome {
  if (kind === 'defect') return { status: 'defect', message: `the check ${why}`, stack }
  if (on !== undefined) return notRun({ kind: 'never came back', what: on, why })
  return notRun({ kind: 'worker lost', why, cause: kind === 'memory' ? 'memory' : 'loop' })
}
