import type { Exchange } from '../exchange/exchange.ts'
import type { SentFrom } from '../history/sent-from.ts'
import type { Cause } from './cause.ts'
import type { Grade } from './grade.ts'
import type { FactDetails, FactKind } from './kinds/fact.ts'
import type { Weight } from './weight.ts'

/** One violation of the contract. */
export interface Finding {
  /** The violated rule, such as "lifecycle/location". */
  readonly rule: string
  readonly operationId: string
  readonly grade: Grade
  readonly weight: Weight
  /**
   * JSON Pointer of the violated clause in the bundled document, such as "#/paths/~1pets/get/responses/200".
   */
  readonly clause: string
  /** `x-source` of the operation. */
  readonly source?: string
  /** The kind of fault, which determines its data; "own" for a rule that words its findings itself. */
  readonly kind: FactKind | 'own'
  readonly data: FactDetails
  readonly expected: string
  readonly received: string
  /** True if `received` describes the response as a whole, not a part of it. */
  readonly isOfAnswer?: true
  /** The problem, worded to follow the operation's name in a title. */
  readonly wrong: string
  /** The expected outcome of the request, if the finding is that the outcome was different. */
  readonly expecting?: 'refusal' | 'success'
  readonly cause?: Cause
  /** The exchange that shows the fault, with secrets hidden. */
  readonly exchange: Exchange
  /**
   * The exchanges that led to the fault, including `exchange`, in the order in which they completed, without
   * repeated reads.
   */
  readonly steps: readonly Exchange[]
  /** Sources of the values in the request of `exchange`; absent for recorded traffic. */
  readonly sent?: readonly SentFrom[]
  /**
   * The request of `exchange` as one shell line. Each credential is replaced by the variable from which a run
   * reads it: `$CONCORDAT_KEY`.
   */
  readonly curl: string
  /** All exchanges that led to the fault, as shell lines. */
  readonly script: string
  /** The shell line that repeats only this check; absent if it was not run from a command line. */
  readonly replay?: string
}

/**
 * One finding for each combination of rule, clause, grade and status: the first one, with the number of
 * others whose content differs.
 */
export function mergedFindings(findings: readonly Finding[]): Finding[] {
  const key = ({ rule, clause, grade, exchange }: Finding): string =>
    JSON.stringify([rule, clause, grade, exchange.response?.status])
  return [...Map.groupBy(findings, key).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const others = new Set(group.map(factKey)).size - 1
    return others === 0 ? first : { ...first, received: `${first.received}, and ${others} more like it` }
  })
}

/**
 * A key for a finding's content: its kind and data (with `received`, if that describes the whole response),
 * or its sentences if its kind is "own".
 */
export function factKey({ kind, data, expected, received, isOfAnswer }: Finding): string {
  return JSON.stringify(kind === 'own' ? [expected, received] : [kind, data, isOfAnswer === true && received])
}

/**
 * Several readable lines: what was expected, what was received, the location in the document, and how to
 * reproduce the finding.
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
