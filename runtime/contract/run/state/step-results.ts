import { operationAsWritten } from '@concordat/runtime/http'
import { type CheckResult, notRunOutcome, type Outcome } from '../../data/outcome/outcome.ts'
import type { StepName } from '../../data/outcome/run-event.ts'
import { type RunStep, runStepKey, runStepName } from '../plan/step.ts'

/** The outcome of a step, and its costs. */
export interface SettledStep {
  readonly outcome: Outcome
  readonly requests?: number
  readonly milliseconds?: number
}

/** Results of the steps of a run. */
export class StepResults {
  /** All planned steps. */
  readonly steps: readonly RunStep[]
  readonly #planned: ReadonlyMap<string, RunStep>
  readonly #results = new Map<string, CheckResult>()
  readonly #underWay = new Map<string, StepName>()
  #failed = 0

  constructor(steps: readonly RunStep[]) {
    this.steps = steps
    this.#planned = new Map(steps.map((step) => [runStepKey(runStepName(step)), step]))
  }

  begin(step: StepName): void {
    this.#underWay.set(runStepKey(step), step)
  }

  /**
   * @param judge Returns the final outcome.
   * @returns The result; `undefined` if the step is not planned.
   */
  settle(
    step: StepName,
    { outcome: raw, requests = 0, milliseconds = 0 }: SettledStep,
    judge: (outcome: Outcome) => Outcome,
  ): CheckResult | undefined {
    this.#underWay.delete(runStepKey(step))
    const planned = this.#planned.get(runStepKey(step))
    if (planned === undefined) return undefined
    const outcome = judge(raw)
    const result = { ...namesOf(planned), outcome, requests, milliseconds }
    if (outcome.status === 'failed') this.#failed++
    this.#results.set(runStepKey(step), result)
    return result
  }

  /** Replaces the outcome of a step, even if the step had no result when the run ended. */
  amend(result: CheckResult, outcome: Outcome): void {
    this.#results.set(runStepKey(result), { ...result, outcome })
  }

  /** Steps that have begun but not ended. */
  get underWay(): readonly StepName[] {
    return [...this.#underWay.values()]
  }

  /** Records that the steps in progress will never end. */
  forgetUnderWay(): void {
    this.#underWay.clear()
  }

  /** Steps that have no result. */
  get remaining(): readonly StepName[] {
    return this.steps.map(runStepName).filter((step) => !this.#results.has(runStepKey(step)))
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
   * Returns the results of all steps in order. @param why The reason given for steps without a result, which
   * the run did not reach.
   */
  all(why: string): readonly CheckResult[] {
    return this.steps.map(
      (step): CheckResult =>
        this.#results.get(runStepKey(runStepName(step))) ?? {
          ...namesOf(step),
          ...{ outcome: notRunOutcome({ kind: 'ended', why }), requests: 0, milliseconds: 0 },
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

function namesOf(step: RunStep): Pick<CheckResult, 'operationId' | 'rule' | 'title'> {
  const { method, path } = operationAsWritten(step.operation)
  return { ...runStepName(step), title: `${method} ${path}` }
}
