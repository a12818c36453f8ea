import type { DocumentDescriptor } from '@concordat/runtime/http'
import { operationName } from '../data/document/resource-lookup.ts'
import type { CheckResult } from '../data/outcome/outcome.ts'
import { findingGroupTitle, findingIdentity } from './group-findings.ts'
import { findingLikeness } from './likeness.ts'
import { printableInReport } from './printable.ts'

/**
 * Maximum length of a line, in characters. Longer lines would wrap and push the lines around them out of
 * view.
 */
const MOST_CHARACTERS = 200

/**
 * Lines for a user who is watching the run: one for each fault when it is first found, and one for each error
 * in the run itself. The report contains the details.
 */
export class FindingLines {
  readonly #document: Pick<DocumentDescriptor, 'operations'>
  readonly #known = new Set<string>()

  constructor(document: Pick<DocumentDescriptor, 'operations'>) {
    this.#document = document
  }

  linesOf({ rule, operationId, outcome }: CheckResult): readonly string[] {
    const nameOf = (id: string): string => operationName(this.#document, id)
    if (outcome.status === 'defect')
      return [
        line(
          `! ${nameOf(operationId)}: the "${rule}" rule failed because of an error in the run itself: ${outcome.message}`,
        ),
      ]
    if (outcome.status !== 'failed') return []
    return outcome.findings.flatMap((finding) => {
      const keys = [findingIdentity(finding), findingLikeness(finding)]
      const isKnown = keys.some((key) => this.#known.has(key))
      for (const key of keys) this.#known.add(key)
      return isKnown ? [] : [line(`✗ ${findingGroupTitle([finding], nameOf)} (${finding.rule})`)]
    })
  }
}

function line(text: string): string {
  const characters = [...printableInReport(text).replace(/\s+/g, ' ')]
  return characters.length <= MOST_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`
}
