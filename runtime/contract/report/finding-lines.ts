import type { CheckResult } from '../data/outcome/outcome.ts'
import { findingIdentity } from './group-findings.ts'
import { likenessOf } from './likeness.ts'
import { printable } from './printable.ts'

/** Longer lines wrap, and hide those around them. */
const MOST_CHARACTERS = 200

/**
 * One line for each thing that is wrong, when it is met first: for a person who watches a run. The report
 * says the rest.
 */
export class FindingLines {
  readonly #known = new Set<string>()

  linesOf({ rule, operationId, outcome }: CheckResult): readonly string[] {
    if (outcome.status === 'defect')
      return [line(`! ${rule} of ${operationId}: a defect of the suite: ${outcome.message}`)]
    if (outcome.status !== 'failed') return []
    return outcome.findings.flatMap((finding) => {
      const keys = [findingIdentity(finding), likenessOf(finding)]
      const isKnown = keys.some((key) => this.#known.has(key))
      for (const key of keys) this.#known.add(key)
      const { expected, received } = finding
      return isKnown ? [] : [line(`✗ ${rule} of ${operationId}: expected ${expected}; received ${received}`)]
    })
  }
}

function line(text: string): string {
  const characters = [...printable(text).replace(/\s+/g, ' ')]
  return characters.length <= MOST_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`
}
