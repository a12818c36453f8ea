import { asWritten } from '@concordat/runtime/http'
import { type CheckResult, notRun, type Outcome } from '../../data/outcome/outcome.ts'
import type { StepName } from '../../data/outcome/run-event.ts'
import { type Step, stepKey, stepName } from '../plan/step.ts'

/** Outcome of a step, with its cost. */
export interface Settled {
  readonly outcome: Outcome
  readonly requests?: number
  readonly milliseconds?: number
}

/** Results of the steps of a run. */
export class StepResults {
  /** All planned steps. */
  readonly steps: readonly Step[]
  readonly #planned: ReadonlyMap<string, Step>
  readonly #results = new Map<string, CheckResult>()
  readonly #underWay = new Map<string, StepName>()
  #failed = 0

  constructor(steps: readonly Step[]) {
    this.steps = steps
    this.#planned = new Map(steps.map((step) => [stepKey(stepName(step)), step]))
  }

  begin(step: StepName): void {
    this.#underWay.set(stepKey(step), step)
  }

  /**
   * @param judge Returns the final outcome.
   * @returns The result; `undefined` for a step that is not planned.
   */
  settle(
    step: StepName,
    { outcome: raw, requests = 0, milliseconds = 0 }: Settled,
    judge: (outcome: Outcome) => Outcome,
  ): CheckResult | undefined {
    this.#underWay.delete(stepKey(step))
    const planned = this.#planned.get(stepKey(step))
    if (planned === undefined) return undefined
    const outcome = judge(raw)
    const result = { ...namesOf(planned), outcome, requests, milliseconds }
    if (outcome.status === 'failed') this.#failed++
    this.#results.set(stepKey(step), result)
    return result
  }

  /** Replaces the outcome of a step that has a result, or had none before the end. */
  amend(result: CheckResult, outcome: Outcome): void {
    this.#results.set(stepKey(result), { ...result, outcome })
  }

  /** Steps that have begun but not ended. */
  get underWay(): readonly StepName[] {
    return [...this.#underWay.values()]
  }

  /** Notes that the steps in progress will never end. */
  forgetUnderWay(): void {
    this.#underWay.clear()
  }

  /** Steps that have no result. */
  get remaining(): readonly StepName[] {
    return this.steps.map(stepName).filter((step) => !this.#results.has(stepKey(step)))
  }

  /** Number of steps that have a result. */
  get settled(): number {
    return this.#results.size
  }

  /** Number of steps that failed. */
  get failed(): number {
    return this.#failed
  }

  /**
   * Results of all steps in their order. @param why The reason for those without one, as the run ended before
   * them.
   */
  all(why: string): readonly CheckResult[] {
    return this.steps.map(
      (step): CheckResult =>
        this.#results.get(stepKey(stepName(step))) ?? {
          ...namesOf(step),
          ...{ outcome: notRun({ kind: 'ended', why }), requests: 0, milliseconds: 0 },
        },
    )
  }

  /** Number of requests so far by operationId. */
  get spent(): Readonly<Record<string, number>> {
    const spent = Map.groupBy(this.#results.values(), ({ operationId }) => operationId)
    return Object.fromEntries(
      [...spent].map(([operationId, results]) => [
        operationId,
        results.reduce((sum, { requests }) => sum + requests, 0),
      ]),
    )
  }
}

function namesOf(step: Step): Pick<CheckResult, 'operationId' | 'rule' | 'title'> {
  const { method, path } = asWritten(step.operation)
  return { ...stepName(step), title: `${method} ${path}` }
}
