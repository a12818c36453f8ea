import type { Reasons } from '../agreement/agreement.ts'
import { formatTable } from '../table.ts'
import type { OutputAgreement } from './agreement-of-output.ts'

/** One row of the table. */
export interface DocumentAgreement {
  /** Its name. */
  readonly document: string
  readonly agreement: OutputAgreement
}

/** Maximum number of failures shown per document. Any others are only counted. */
const SHOWN = 12
/** Maximum share of calls that the client may reject before it sends them. */
const MOST_REFUSED = 0.005

const HEADER = [
  'document',
  'calls',
  'agree',
  'in another form',
  'refused',
  'left out',
  'differ',
  'wrong samples',
]

/**
 * Formats the table, up to 12 failures for each document, and the totals with the reasons for refused or
 * omitted calls.
 */
export function formatAgreements(rows: readonly DocumentAgreement[]): string {
  const told = rows.flatMap(({ agreement }) => ('failure' in agreement ? [] : [agreement]))
  const calls = sum(told.map((agreement) => agreement.calls))
  const refused = sum(told.map((agreement) => total(agreement.refused)))
  const broken = rows.filter(({ document, agreement }) => agreementFailures(document, agreement).length > 0)
  return [
    formatTable({ header: HEADER, rows: rows.map(toCells), textColumns: 1 }),
    ...broken.flatMap(({ document, agreement }) => ['', ...agreementFailures(document, agreement)]),
    '',
    `${sum(told.map((agreement) => agreement.agreed))} of ${calls} calls agree, ${sum(told.map(({ alike }) => alike))} of them in another form; ` +
      `${refused} are rejected before they are sent (${((100 * refused) / calls).toFixed(2)} %, limit: ${100 * MOST_REFUSED} %); ` +
      `${sum(told.map(({ disagreements }) => disagreements.length))} differ; ${rows.length - told.length} documents could not be called.`,
    ...formatReasons(
      'Refused',
      told.map((agreement) => agreement.refused),
    ),
    ...formatReasons(
      'Left out',
      told.map((agreement) => agreement.leftOut),
    ),
  ].join('\n')
}

/** True if no document fails, and the clients rejected only a few calls. */
export function isInAgreement(rows: readonly DocumentAgreement[]): boolean {
  const told = rows.flatMap(({ agreement }) => ('failure' in agreement ? [] : [agreement]))
  const refused = sum(told.map((agreement) => total(agreement.refused)))
  return (
    refused <= MOST_REFUSED * sum(told.map(({ calls }) => calls)) &&
    rows.every(({ document, agreement }) => agreementFailures(document, agreement).length === 0)
  )
}

/** Returns the failures as full sentences. */
function agreementFailures(document: string, agreement: OutputAgreement): readonly string[] {
  if ('failure' in agreement) return [`${document}: ${agreement.failure}`]
  const found = [
    ...agreement.disagreements,
    ...agreement.refusedSamples.map((issue) => `A sample violates its schema: ${issue}`),
  ]
  const rest = found.length - SHOWN
  return [...found.slice(0, SHOWN), ...(rest > 0 ? [`… and ${rest} more`] : [])].map(
    (line) => `${document}: ${line}`,
  )
}

function toCells({ document, agreement }: DocumentAgreement): readonly string[] {
  if ('failure' in agreement) return [document, agreement.failure.split('\n', 1).join('')]
  const { calls, agreed, alike, refused, leftOut, disagreements, refusedSamples } = agreement
  const counts = [
    calls,
    agreed,
    alike,
    total(refused),
    total(leftOut),
    disagreements.length,
    refusedSamples.length,
  ]
  return [document, ...counts.map(String)]
}

function formatReasons(what: string, all: readonly Reasons[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const [reason, count] of all.flatMap((reasons) => Object.entries(reasons)))
    counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts]
    .toSorted(([, left], [, right]) => right - left)
    .map(([reason, count]) => `${what}, ${count} times: ${reason}`)
}

function total(reasons: Reasons): number {
  return sum(Object.values(reasons))
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
