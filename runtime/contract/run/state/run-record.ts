import { familyOfRule } from '../../data/outcome/assertion.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import { conventionsAmong } from '../../data/outcome/kinds/facts/conventions.ts'
import type { CheckResult, Outcome } from '../../data/outcome/outcome.ts'
import type { RunEvent, StepName } from '../../data/outcome/run-event.ts'
import { DEFAULT_SEED } from '../../world/values/random.ts'
import type { ContractDocuments } from '../plan/documents.ts'
import { type Replayed, Replays } from '../plan/replay.ts'
import type { Selection } from '../plan/selection.ts'
import { planSteps } from '../plan/step.ts'
import { Baseline, type KnownFailure } from './baseline.ts'
import type { ContractReport, RunProgress } from './contract-report.ts'
import { Crashes } from './crashes.ts'
import { Inventory } from './inventory.ts'
import type { RunMemory } from './memory.ts'
import { type SettledStep, StepResults } from './step-results.ts'

export interface RunRecordOptions extends ContractDocuments {
  readonly baseUrl: string
  readonly select?: Selection
  /** The same seed results in the same requests, in the same order. */
  readonly seed?: string
  /** Number of requests already sent to find the server. */
  readonly sent?: number
  /** Failures that do not fail the run. */
  readonly baseline?: readonly KnownFailure[]
  /** Returns the command line that repeats one check. */
  readonly replay?: (check: Replayed) => string
  /** Called before each check. */
  readonly onProgress?: (progress: RunProgress) => void
  /** Called after each check. */
  readonly onResult?: (result: CheckResult) => void
}

/** The state of a run, derived only from its events, so that it survives the process that runs the checks. */
export class RunRecord {
  readonly results: StepResults
  readonly inventory: Inventory
  readonly #options: RunRecordOptions & { readonly seed: string }
  readonly #replays: Replays
  readonly #baseline: Baseline
  readonly #started = performance.now()
  readonly #crashes: Crashes
  readonly #learnt = new Map<string, unknown>()
  #isTrusted = false
  #ended: string | undefined

  /** @throws SelectionError if a name in the selection matches nothing. */
  constructor(options: RunRecordOptions) {
    const { seed = DEFAULT_SEED } = options
    this.#options = { ...options, seed }
    this.#replays = new Replays(seed, options.replay)
    this.#baseline = new Baseline(options.baseline)
    this.#crashes = new Crashes(options.document)
    this.inventory = new Inventory(options.document, options.sent)
    this.results = new StepResults(planSteps(options.document, options.select))
  }

  note(event: RunEvent): void {
    this.inventory.note(event)
    if (event.kind === 'begins') this.#begin(event.step)
    else if (event.kind === 'ends') this.settle(event.step, event)
    else if (event.kind === 'crashed') this.#crashes.note(this.#replays.inFinding(event.crash, event.step))
    else if (event.kind === 'trusts') this.#isTrusted = true
    else if (event.kind === 'learnt') this.#learnt.set(event.name, event.value)
    else if (event.kind === 'lost') this.end(event.message.replace(/\.$/, ''))
  }

  #begin(step: StepName): void {
    this.results.begin(step)
    const { settled, failed, steps } = this.results
    this.#options.onProgress?.({ ...step, done: settled, total: steps.length, failed })
  }

  /** Records the outcome of a step. */
  settle(step: StepName, settled: SettledStep): void {
    const result = this.results.settle(step, settled, (outcome) => {
      if (outcome.status === 'failed') this.#crashes.tell(outcome.findings)
      return this.#baseline.apply(this.#replays.inOutcome(outcome, step), step.rule)
    })
    if (result !== undefined) this.#options.onResult?.(result)
  }

  /**
   * Adds a server error to one of its operation's results: that of the family of the error's rule if there is
   * one, otherwise the first. Results with a defect are skipped.
   */
  #addCrash(crash: Finding): void {
    const results = this.#all.filter(
      ({ operationId, outcome }) => operationId === crash.operationId && outcome.status !== 'defect',
    )
    const result = results.find(({ rule }) => rule === familyOfRule(crash.rule)) ?? results[0]
    if (result === undefined) return
    const { rule, outcome } = result
    const others = outcome.status === 'failed' ? outcome.findings : []
    const failed: Outcome = {
      ...{ status: 'failed', findings: [...others, crash] },
      ...('cases' in outcome && { cases: outcome.cases }),
    }
    this.results.amend(result, this.#baseline.apply(failed, rule))
  }

  /**
   * Ends the run early, so that steps without a result are not run. Only the first reason is kept.
   * @param why Worded as the continuation of a sentence.
   */
  end(why: string): void {
    this.#ended ??= why
  }

  get isEnded(): boolean {
    return this.#ended !== undefined
  }

  /** Returns the data that the next worker needs. */
  memory({ worker, silent }: Pick<RunMemory, 'worker' | 'silent'>): RunMemory {
    const { requests, items, lists } = this.inventory
    return {
      ...{ worker, silent, requests: requests.count, made: items.made, snapshots: lists.snapshots },
      ...{ spent: this.results.spent, learnt: Object.fromEntries(this.#learnt), isTrusted: this.#isTrusted },
    }
  }

  report(): ContractReport {
    const { document, baseUrl, seed, select } = this.#options
    for (const crash of this.#crashes.takeUntold()) this.#addCrash(crash)
    const results = this.#all
    const { requests } = this.inventory
    return {
      title: document.title,
      baseUrl,
      seed,
      results,
      known: this.#baseline.known,
      stale: this.#baseline.stale(document, { results, select }),
      leftBehind: this.inventory.leftBehind(),
      writes: requests.writes,
      rejectedOnce: requests.rejectedOnce,
      conventions: conventionsAmong(this.#learnt),
      requests: requests.count,
      milliseconds: performance.now() - this.#started,
      ...(this.#ended !== undefined && { ended: this.#ended }),
    }
  }

  get #all(): readonly CheckResult[] {
    return this.results.all(this.#ended ?? 'nobody knows why')
  }
}
