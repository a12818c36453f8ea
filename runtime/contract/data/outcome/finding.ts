import type { Exchange } from '../exchange/exchange.ts'
import type { SentFrom } from '../history/sent-from.ts'
import type { Cause } from './cause.ts'
import type { Grade } from './grade.ts'
import type { FactDetails, FactKind } from './kinds/fact.ts'
import type { Weight } from './weight.ts'

/** One violation of the contract. */
export interface Finding {
  /** The rule that is broken: "lifecycle/location". */
  readonly rule: string
  readonly operationId: string
  readonly grade: Grade
  readonly weight: Weight
  /** JSON Pointer of the violated clause in the bundled document: "#/paths/~1pets/get/responses/200". */
  readonly clause: string
  /** `x-source` of the operation. */
  readonly source?: string
  /** Kind of the fault, with its data; "own" for a rule that has only sentences. */
  readonly kind: FactKind | 'own'
  readonly data: FactDetails
  readonly expected: string
  readonly received: string
  /** True if `received` describes the answer itself, not a part of it. */
  readonly isOfAnswer?: true
  /** The problem, worded for a title after the operation's name. */
  readonly wrong: string
  /** The outcome that the request should have had, if the finding is that it had another. */
  readonly expecting?: 'refusal' | 'success'
  readonly cause?: Cause
  /** The exchange with the fault, secrets hidden. */
  readonly exchange: Exchange
  /** All exchanges that led to it, and that exchange itself, in the order in which they were sent. */
  readonly steps: readonly Exchange[]
  /** Sources of the values in that exchange's request; absent in recorded traffic. */
  readonly sent?: readonly SentFrom[]
  /**
   * The same request as one shell line, with each credential as the variable that a run reads it from:
   * `$CONCORDAT_KEY`.
   */
  readonly curl: string
  /** All exchanges that led to it, as shell lines. */
  readonly script: string
  /** The shell line that runs only this check again; absent if it was not run from a command line. */
  readonly replay?: string
}

/**
 * One finding for each rule, clause and status: if many requests in a check break the same clause in the same
 * way, the first stands for all and counts the rest.
 */
export function mergedFindings(findings: readonly Finding[]): Finding[] {
  const key = ({ rule, clause, grade, exchange }: Finding): string =>
    JSON.stringify([rule, clause, grade, exchange.response?.status])
  return [...Map.groupBy(findings, key).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const others = new Set(group.map(findingContent)).size - 1
    return others === 0 ? first : { ...first, received: `${first.received}, and ${others} more like it` }
  })
}

/** A key of a finding's content: its data, or the sentences of a rule without a kind for it. */
export function findingContent({ kind, data, expected, received, isOfAnswer }: Finding): string {
  return JSON.stringify(kind === 'own' ? [expected, received] : [kind, data, isOfAnswer === true && received])
}

/**
 * Several lines for people: what was expected, what came, the place in the document, and how to reproduce it.
 */
export function formatFinding(finding: Finding): string {
  const source = finding.source === undefined ? '' : `, source ${finding.source}`
  return [
    `${finding.rule} (${finding.grade})`,
    `  expected  ${finding.expected}`,
    `  received  ${finding.received}`,
    `  clause    ${finding.clause}${source}`,
    `  repeat    ${finding.script.replaceAll('\n', '\n            ')}`,
  ].join('\n')
}
