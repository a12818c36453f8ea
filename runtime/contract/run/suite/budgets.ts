import { rememberedByObject } from '@concordat/runtime/bounded'
import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { Budget, budgetKeptFor, DEFAULT_BUDGET } from '../../rules/budget.ts'
import type { Check } from '../../rules/check.ts'
import { checks } from '../../rules/checks/checks.ts'
import type { Session } from '../../traffic/session/session.ts'
import { isSelectedViolation, type ToldRules } from '../plan/selection.ts'
import type { RunMemory } from '../state/memory.ts'

interface BudgetsOptions {
  readonly document: DocumentDescriptor
  readonly select?: ToldRules | undefined
  /** Default: 80. */
  readonly budget?: number | undefined
  readonly memory?: RunMemory | undefined
}

/** Request budgets of operations. Earlier rule families leave part of a budget to some of the later ones. */
export class Budgets {
  /** Maximum number of requests per operation. */
  readonly whole: number
  /** The selected families that apply to an operation, in run order. */
  readonly #families: (operation: OperationDescriptor) => readonly Check[]
  /** Number of requests so far, keyed by operationId. */
  readonly #spent: Map<string, number>

  constructor({ document, select = {}, budget = DEFAULT_BUDGET, memory }: BudgetsOptions) {
    this.whole = budget
    this.#spent = new Map(Object.entries(memory?.spent ?? {}))
    const selected = checks.filter(({ code, assertions }) =>
      assertions.some(({ rule }) => isSelectedViolation(select, rule, code)),
    )
    this.#families = rememberedByObject((operation) =>
      selected.filter((family) => family.applies(operation, document)),
    )
  }

  /** True if an operation has no requests left. */
  isUsed(operation: OperationDescriptor): boolean {
    return this.#spentOn(operation) >= this.whole
  }

  /** Counts requests toward an operation's budget. */
  spend(operation: OperationDescriptor, requests: number): void {
    this.#spent.set(operation.operationId, this.#spentOn(operation) + requests)
  }

  /** Returns the budget for a family that runs on an operation now. */
  forFamily(check: Check, operation: OperationDescriptor, session: Session): Budget {
    const atStart = session.requests - this.#spentOn(operation)
    const later = this.#after(check, operation)
    return new Budget({
      ...{ whole: this.whole, spent: () => session.requests - atStart },
      kept: budgetKeptFor(this.whole, operation, later),
      indivisible: budgetKeptFor(
        this.whole,
        operation,
        later.filter(({ reserve }) => reserve?.isIndivisible),
      ),
      own: budgetKeptFor(this.whole, operation, [check]),
      needsAll: check.reserve?.isIndivisible === true,
    })
  }

  /**
   * Returns the number of requests so far for one operation's checks, including those that created and found
   * its items.
   */
  #spentOn({ operationId }: OperationDescriptor): number {
    return this.#spent.get(operationId) ?? 0
  }

  /** Returns the families that run after the given one. */
  #after(check: Check, operation: OperationDescriptor): readonly Check[] {
    const all = this.#families(operation)
    return all.slice(all.indexOf(check) + 1)
  }
}
