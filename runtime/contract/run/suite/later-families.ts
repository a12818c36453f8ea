import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { Check } from '../../rules/check.ts'
import { checks } from '../../rules/checks/checks.ts'
import { isRuleReported, type ToldRules } from '../plan/selection.ts'

/**
 * The selected rule families that apply to an operation, in run order. Earlier families leave part of the
 * operation's request budget to some of the later ones.
 */
export class LaterFamilies {
  readonly #document: DocumentDescriptor
  readonly #selected: readonly Check[]
  readonly #families = new Map<OperationDescriptor, readonly Check[]>()

  constructor(document: DocumentDescriptor, select: ToldRules = {}) {
    this.#document = document
    this.#selected = checks.filter(({ code, assertions }) =>
      assertions.some(({ rule }) => isRuleReported(select, rule, code)),
    )
  }

  /** Codes of the families that run after the given one. */
  after(check: Check, operation: OperationDescriptor): readonly string[] {
    const all =
      this.#families.get(operation) ??
      this.#selected.filter((family) => family.applies(operation, this.#document))
    this.#families.set(operation, all)
    return all.slice(all.indexOf(check) + 1).map(({ code }) => code)
  }
}
