import type { OperationDescriptor } from '@concordat/runtime/http'
import { openedOperation } from '../data/address/opened.ts'
import type { Finding } from '../data/outcome/finding.ts'
import { type CheckResult, notRun, type Outcome } from '../data/outcome/outcome.ts'
import type { Check } from '../rules/check.ts'
import { generalRule } from '../rules/checks/checks.ts'
import type { ContractDocuments } from './plan/documents.ts'
import { assertKnown, isSelected } from './plan/selection.ts'
import type { ContractSettings } from './settings.ts'
import { Baseline, formatBaseline, type KnownFailure } from './state/baseline.ts'
import { Crashes } from './state/crashes.ts'
import { Suite } from './suite/suite.ts'

/** Common part of generated tests: one suite, and its known failures. */
export class TestRun {
  readonly #documents: ContractDocuments
  readonly #settings: ContractSettings
  readonly #suite: Suite
  readonly #baseline: Baseline
  readonly #crashes: Crashes
  readonly #results: Pick<CheckResult, 'rule' | 'operationId' | 'outcome'>[] = []
  readonly #told = new Set<KnownFailure>()

  /**
   * @param part Keeps apart what test files that run side by side create.
   * @throws RangeError when the selection names what does not exist.
   */
  constructor(documents: ContractDocuments, settings: ContractSettings, part: string) {
    const { target, seed, budget, undocumentedFields, select = {}, baseline, tell } = settings
    assertKnown(select, documents.document)
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

  /** @throws TargetError when the target as a whole is unusable. */
  async run(check: Check, operation: OperationDescriptor): Promise<Outcome> {
    if (!isSelected(this.#settings.select ?? {}, operation, check)) return notRun({ kind: 'left out' })
    const found = await this.#perform(check, operation)
    if (found.status === 'failed') this.#crashes.tell(found.findings)
    const outcome = this.#baseline.apply(found, check.code)
    this.#results.push({ rule: check.code, operationId: operation.operationId, outcome })
    return outcome
  }

  /** Runs a rule, and tells so. */
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

  /** Reasons why the findings of an outcome do not count, as people wrote them. */
  reasons(outcome: Outcome & { readonly status: 'known' }): readonly string[] {
    const known = this.#baseline.known.filter(({ finding }) => outcome.findings.includes(finding))
    return [...new Set(known.map(({ failure }) => failure.reason ?? failure.clause))]
  }

  /** Server errors that no test tells, and that nobody knows. */
  crashes(): readonly Finding[] {
    const outcome = this.#baseline.apply(
      { status: 'failed', findings: this.#crashes.takeUntold() },
      generalRule.code,
    )
    return outcome.status === 'failed' ? outcome.findings : []
  }

  /**
   * Removes what the tests created.
   * @returns One paragraph for each thing that is not as it should be in the end.
   */
  async cleanUp(): Promise<readonly string[]> {
    const leftBehind = await this.#suite.cleanUp()
    const stale = this.#baseline
      .stale(this.#documents.document, { results: this.#results, select: this.#settings.select })
      .filter(({ failure }) => !this.#told.has(failure))
    // Where one run serves several files, each of them ends with a clean-up.
    for (const { failure } of stale) this.#told.add(failure)
    return [...leftBehind, ...formatBaseline({ known: [], stale })]
  }
}
