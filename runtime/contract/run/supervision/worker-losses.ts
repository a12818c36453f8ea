import { notRunOutcome, type Outcome } from '../../data/outcome/outcome.ts'
import type { StepName } from '../../data/outcome/run-event.ts'
import { runStepKey } from '../plan/step.ts'
import type { RunRecord } from '../state/run-record.ts'
import type { WorkerDeath } from './worker.ts'

/** Maximum number of consecutive workers that make no progress, and of workers lost to one rule. */
export const WORKER_PATIENCE = 3

/** Keeps track of the workers that a run lost, and of the steps that may be to blame. */
export class WorkerLosses {
  readonly #record: RunRecord
  /** Things that a worker waited for in vain, each with the reason as part of a sentence. */
  readonly silent: Record<string, string> = {}
  /** Number of steps that ended their worker, keyed by rule. */
  readonly #deadly = new Map<string, number>()
  /** Steps one of which may have caused the loss of a worker. */
  #suspects: readonly StepName[] = []
  #progress = ''
  #fruitless = 0

  constructor(record: RunRecord) {
    this.#record = record
    this.#progress = this.#progressNow()
  }

  /** Returns the steps for the next worker, and those to be tried alone. */
  nextSteps(): { readonly steps: readonly StepName[]; readonly suspects: readonly StepName[] } {
    if (this.#record.isEnded) return { steps: [], suspects: [] }
    const { remaining } = this.#record.results
    const suspected = new Set(this.#suspects.map(runStepKey))
    const [suspects = [], steps = []] = [true, false].map((wanted) =>
      remaining.filter((step) => suspected.has(runStepKey(step)) === wanted),
    )
    return { steps, suspects }
  }

  /**
   * Records a lost worker. If several checks were in progress, each is then tried alone, because any of them
   * may have been the cause.
   * @returns True if too many workers in a row made no progress, so that another one is unlikely to make any.
   */
  note(death: WorkerDeath): boolean {
    const { results, inventory, isEnded } = this.#record
    const { underWay } = results
    inventory.lose(death.why)
    results.forgetUnderWay()
    if (death.on !== undefined) this.silent[death.on] = death.why
    const [only, ...others] = underWay
    if (!isEnded && only !== undefined) {
      if (others.length > 0) this.#suspects = underWay
      else this.#settle(only, death)
    }
    const progress = this.#progressNow()
    this.#fruitless = progress === this.#progress ? this.#fruitless + 1 : 0
    this.#progress = progress
    return this.#fruitless >= WORKER_PATIENCE
  }

  #settle(step: StepName, death: WorkerDeath): void {
    this.#record.settle(step, { outcome: outcomeOf(death) })
    const count = (this.#deadly.get(step.rule) ?? 0) + 1
    this.#deadly.set(step.rule, count)
    if (count < WORKER_PATIENCE || death.on !== undefined) return
    const outcome = notRunOutcome({
      kind: 'rule given up',
      rule: step.rule,
      why: death.why,
      operations: count,
    })
    for (const other of this.#record.results.remaining)
      if (other.rule === step.rule) this.#record.settle(other, { outcome })
  }

  /**
   * A string that changes whenever a check gets a result, the number of items to remove changes, or a worker
   * has waited in vain for something new.
   */
  #progressNow(): string {
    const { results, inventory } = this.#record
    return `${results.settled} ${inventory.items.made.length} ${Object.keys(this.silent).length}`
  }
}

/** Returns the outcome of a check that ended its worker. */
function outcomeOf({ kind, why, on, stack = why }: WorkerDeath): Outcome {
  if (kind === 'defect') return { status: 'defect', message: `the check ${why}`, stack }
  if (on !== undefined) return notRunOutcome({ kind: 'never came back', what: on, why })
  return notRunOutcome({ kind: 'worker lost', why, cause: kind === 'memory' ? 'memory' : 'loop' })
}
