import type { OperationDescriptor } from '@concordat/runtime/http'
import { openedOperation } from '../data/address/opened.ts'
import type { Finding } from '../data/outcome/finding.ts'
import { type CheckResult, notRunOutcome, type Outcome } from '../data/outcome/outcome.ts'
import type { Check } from '../rules/check.ts'
import { generalRule } from '../rules/checks/checks.ts'
import type { ContractDocuments } from './plan/documents.ts'
import { assertKnownSelection, isSelected } from './plan/selection.ts'
import type { ContractSettings } from './settings.ts'
import { Baseline, formatBaseline, type KnownFailure } from './state/baseline.ts'
import { Crashes } from './state/crashes.ts'
import { Suite } from './suite/suite.ts'

/** The suite and the known failures that generated tests share. */
export class TestRun {
  readonly #documents: ContractDocuments
  readonly #settings: ContractSettings
  readonly #suite: Suite
  readonly #baseline: Baseline
  readonly #crashes: Crashes
  readonly #results: Pick<CheckResult, 'rule' | 'operationId' | 'outcome'>[] = []
  readonly #told = new Set<KnownFailure>()

  /**
   * @param part Separates the items of test files that run in parallel.
   * @throws RangeError if the selection contains a name that does not exist.
   */
  constructor(documents: ContractDocuments, settings: ContractSettings, part: string) {
    const { target, seed, budget, undocumentedFields, select = {}, baseline, tell } = settings
    assertKnownSelection(select, documents.document)
    this.#documents = documents
    this.#settings = settings
    this.#crashes = new Crashes(documents.document)
    this.#suite = new Suite({
      ...documents,
      ...{ target, part, seed, budget, undocumentedFields, select },
      tell: (event) => {
        if (event.kind === 'crashed') this.#crashes.note(event.crash)
        tell?.(event)
      },
    })
    this.#baseline = new Baseline(baseline)
  }

  /** @throws TargetError if the target as a whole is unusable. */
  async run(check: Check, operation: OperationDescriptor): Promise<Outcome> {
    if (!isSelected(this.#settings.select ?? {}, operation, check)) return notRunOutcome({ kind: 'left out' })
    const found = await this.#perform(check, operation)
    if (found.status === 'failed') this.#crashes.tell(found.findings)
    const outcome = this.#baseline.apply(found, check.code)
    this.#results.push({ rule: check.code, operationId: operation.operationId, outcome })
    return outcome
  }

  /** Runs a rule, and reports its events. */
  async #perform(check: Check, operation: OperationDescriptor): Promise<Outcome> {
    const { tell } = this.#settings
    const step = { rule: check.code, operationId: operation.operationId }
    tell?.({ kind: 'begins', step })
    const [before, began] = [this.#suite.session.requests, performance.now()]
    const outcome = await this.#suite.run(check, openedOperation(operation, this.#documents.document))
    const requests = this.#suite.session.requests - before
    await this.#suite.tidy()
    tell?.({ kind: 'ends', step, outcome, requests, milliseconds: performance.now() - began })
    return outcome
  }

  /**
   * Returns the baseline's reasons for accepting an outcome's findings. A failure without a reason is
   * represented by its clause.
   */
  reasons(outcome: Outcome & { readonly status: 'known' }): readonly string[] {
    const known = this.#baseline.known.filter(({ finding }) => outcome.findings.includes(finding))
    return [...new Set(known.map(({ failure }) => failure.reason ?? failure.clause))]
  }

  /** Returns server errors that no test has reported and that the baseline does not list. */
  crashes(): readonly Finding[] {
    const outcome = this.#baseline.apply(
      { status: 'failed', findings: this.#crashes.takeUntold() },
      generalRule.code,
    )
    return outcome.status === 'failed' ? outcome.findings : []
  }

  /**
   * Removes items that the tests created.
   * @returns One paragraph for each remaining problem.
   */
  async cleanUp(): Promise<readonly string[]> {
    const leftBehind = await this.#suite.cleanUp()
    const stale = this.#baseline
      .stale(this.#documents.document, { results: this.#results, select: this.#settings.select })
      .filter(({ failure }) => !this.#told.has(failure))
    // Several files can share a run, and each of them ends with a clean-up, so failures that were already
    // reported are remembered.
    for (const { failure } of stale) this.#told.add(failure)
    return [...leftBehind, ...formatBaseline({ known: [], stale })]
  }
}
