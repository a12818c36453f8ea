import { asWritten } from '@concordat/runtime/http'
import { familyOf } from '../../data/outcome/assertion.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import { type CheckResult, notRun, type Outcome } from '../../data/outcome/outcome.ts'
import type { RunEvent, StepName } from '../../data/outcome/run-event.ts'
import { DEFAULT_SEED } from '../../world/values/random.ts'
import type { ContractDocuments } from '../plan/documents.ts'
import type { Replayed } from '../plan/replay.ts'
import type { Selection } from '../plan/selection.ts'
import { planSteps, type Step, stepKey, stepName } from '../plan/step.ts'
import { Baseline, type KnownFailure } from './baseline.ts'
import type { ContractReport, Progress } from './contract-report.ts'
import { Crashes } from './crashes.ts'
import { Ledger } from './ledger.ts'
import type { RunMemory } from './memory.ts'

export interface RunRecordOptions extends ContractDocuments {
  readonly baseUrl: string
  readonly select?: Selection
  /** The same seed makes the same requests in the same order. */
  readonly seed?: string
  /** Requests that were sent before, to find the server. */
  readonly sent?: number
  /** Failures that do not fail the run. */
  readonly baseline?: readonly KnownFailure[]
  /** Makes the line that runs one check again. */
  readonly replay?: (check: Replayed) => string
  /** Called before each check. */
  readonly onProgress?: (progress: Progress) => void
  /** Called after each check. */
  readonly onResult?: (result: CheckResult) => void
}

/** State of a run: made of its events alone, so that it outlives whatever runs the checks. */
export class RunRecord {
  /** All that is to be run. */
  readonly steps: readonly Step[]
  readonly ledger: Ledger
  readonly #options: RunRecordOptions
  readonly #seed: string
  readonly #baseline: Baseline
  readonly #started = performance.now()
  readonly #planned: ReadonlyMap<string, Step>
  readonly #results = new Map<string, CheckResult>()
  readonly #underWay = new Map<string, StepName>()
  readonly #crashes: Crashes
  #failed = 0
  readonly #learnt = new Map<string, unknown>()
  #isTrusted = false
  #ended: string | undefined

  /** @throws SelectionError when the selection names an operation, a rule or a grade that does not exist. */
  constructor(options: RunRecordOptions) {
    this.#options = options
    this.#seed = options.seed ?? DEFAULT_SEED
    this.#baseline = new Baseline(options.baseline)
    this.#crashes = new Crashes(options.document)
    this.ledger = new Ledger(options.document, options.sent)
    this.steps = planSteps(options.document, options.select)
    this.#planned = new Map(this.steps.map((step) => [stepKey(stepName(step)), step]))
  }

  note(event: RunEvent): void {
    this.ledger.note(event)
    if (event.kind === 'begins') this.#begin(event.step)
    else if (event.kind === 'ends') this.settle(event.step, event)
    else if (event.kind === 'crashed') this.#crashes.note(this.#replayed(event.crash, event.step))
    else if (event.kind === 'trusts') this.#isTrusted = true
    else if (event.kind === 'learnt') this.#learnt.set(event.name, event.value)
    else if (event.kind === 'lost') this.end(event.message.replace(/\.$/, ''))
  }

  #begin(step: StepName): void {
    this.#underWay.set(stepKey(step), step)
    const { operationId, rule } = step
    const [done, total] = [this.#results.size, this.steps.length]
    this.#options.onProgress?.({ done, total, operationId, rule, failed: this.#failed })
  }

  /** Takes down what became of a step. */
  settle(
    step: StepName,
    {
      outcome: raw,
      requests = 0,
      milliseconds = 0,
    }: { readonly outcome: Outcome; readonly requests?: number; readonly milliseconds?: number },
  ): void {
    const { operationId, rule } = step
    this.#underWay.delete(stepKey(step))
    const planned = this.#planned.get(stepKey(step))
    if (planned === undefined) return
    const { method, path } = asWritten(planned.operation)
    if (raw.status === 'failed') this.#crashes.tell(raw.findings)
    const outcome = this.#baseline.apply(this.#withReplay(raw, step), rule)
    const result = { operationId, title: `${method} ${path}`, rule, outcome, requests, milliseconds }
    if (outcome.status === 'failed') this.#failed++
    this.#results.set(stepKey(step), result)
    this.#options.onResult?.(result)
  }

  #withReplay(outcome: Outcome, step: StepName): Outcome {
    if (outcome.status !== 'failed') return outcome
    return { ...outcome, findings: outcome.findings.map((finding) => this.#replayed(finding, step)) }
  }

  /** The finding with the line that runs again what found it. */
  #replayed(finding: Finding, step: StepName | undefined): Finding {
    const { replay } = this.#options
    if (replay === undefined || step === undefined) return finding
    const { operationId, rule } = step
    return { ...finding, replay: replay({ operationId, rule, seed: this.#seed }) }
  }

  /** Adds a server error to what is known of its operation: to its conformance, else to whatever was to be run. */
  #addCrash(crash: Finding): void {
    const results = this.steps
      .filter(({ operation }) => operation.operationId === crash.operationId)
      .map((step) => this.#resultOf(step))
      .filter(({ outcome }) => outcome.status !== 'defect')
    const result = results.find(({ rule }) => rule === familyOf(crash.rule)) ?? results[0]
    if (result === undefined) return
    const { rule, outcome } = result
    const others = outcome.status === 'failed' ? outcome.findings : []
    const failed: Outcome = {
      ...{ status: 'failed', findings: [...others, crash] },
      ...('cases' in outcome && { cases: outcome.cases }),
    }
    const joined = this.#baseline.apply(failed, rule)
    this.#results.set(stepKey(result), { ...result, outcome: joined })
  }

  /** Ends the run early: steps without a result are not run. The first reason counts. @param why Goes on a sentence. */
  end(why: string): void {
    this.#ended ??= why
  }

  get isEnded(): boolean {
    return this.#ended !== undefined
  }

  /** Steps that have begun and not ended. */
  get underWay(): readonly StepName[] {
    return [...this.#underWay.values()]
  }

  /** Steps that have no result. */
  get remaining(): readonly StepName[] {
    return this.steps.map(stepName).filter((step) => !this.#results.has(stepKey(step)))
  }

  /** Steps that have a result. */
  get settled(): number {
    return this.#results.size
  }

  /** Outcomes of the steps of one rule, so far. */
  outcomesOf(rule: string): readonly Outcome[] {
    return [...this.#results.values()].flatMap((result) => (result.rule === rule ? [result.outcome] : []))
  }

  /** Memory that the next worker needs. */
  memory({ worker, silent }: Pick<RunMemory, 'worker' | 'silent'>): RunMemory {
    const { requests, made, snapshots } = this.ledger
    const learnt = Object.fromEntries(this.#learnt)
    const spent = this.#spent()
    return { worker, silent, requests, made, snapshots, spent, learnt, isTrusted: this.#isTrusted }
  }

  /** The steps under way will never end. */
  forgetUnderWay(): void {
    this.#underWay.clear()
  }

  #spent(): Readonly<Record<string, number>> {
    const spent = Map.groupBy(this.#results.values(), ({ operationId }) => operationId)
    return Object.fromEntries(
      [...spent].map(([operationId, results]) => [
        operationId,
        results.reduce((sum, { requests }) => sum + requests, 0),
      ]),
    )
  }

  report(): ContractReport {
    const { document, baseUrl, select } = this.#options
    for (const crash of this.#crashes.takeUntold()) this.#addCrash(crash)
    const results = this.steps.map((step) => this.#resultOf(step))
    return {
      title: document.title,
      baseUrl,
      seed: this.#seed,
      results,
      known: this.#baseline.known,
      stale: this.#baseline.stale(document, { results, select }),
      leftBehind: this.ledger.leftBehind(),
      writes: this.ledger.writes,
      requests: this.ledger.requests,
      milliseconds: performance.now() - this.#started,
      ...(this.#ended !== undefined && { ended: this.#ended }),
    }
  }

  #resultOf(step: Step): CheckResult {
    return this.#results.get(stepKey(stepName(step))) ?? this.#notRun(step)
  }

  #notRun(step: Step): CheckResult {
    const { operationId, rule } = stepName(step)
    const { method, path } = asWritten(step.operation)
    const outcome = notRun({ kind: 'ended', why: this.#ended ?? 'nobody knows why' })
    return { operationId, title: `${method} ${path}`, rule, outcome, requests: 0, milliseconds: 0 }
  }
}
