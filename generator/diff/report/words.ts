import { CONSEQUENCES } from '../kinds/consequences.ts'
import type { Severity } from '../kinds/kinds.ts'
import type { ChangePlace, DiffReport, ReportedChange } from './report.ts'

/**
 * Headings for the changes of each severity. `usual` applies if all of them break what such changes usually
 * break.
 */
const HEADINGS: Readonly<
  Record<Severity, { readonly usual: string; readonly other: string; fits(change: ReportedChange): boolean }>
> = {
  error: {
    usual: 'Breaks callers even if they change nothing',
    other: 'Errors',
    fits: ({ breaks }) => breaks.includes('wire') || breaks.includes('callerRunTime'),
  },
  warning: {
    usual: 'Breaks callers that regenerate code or validate responses',
    other: 'Warnings',
    fits: ({ breaks }) =>
      !breaks.includes('wire') && (breaks.includes('callerSource') || breaks.includes('callerRunTime')),
  },
  info: { usual: 'Breaks no caller', other: 'Information', fits: (change) => !breaksCallers(change) },
}

/**
 * Heading that describes what changes of one severity have in common. They need not break what such changes
 * usually break, because users can choose severities and some kinds have their own.
 */
export function severityHeading(severity: Severity, changes: readonly ReportedChange[]): string {
  const { usual, other, fits } = HEADINGS[severity]
  return changes.every(fits) ? usual : other
}

export function breaksCallers({ breaks }: ReportedChange): boolean {
  return breaks.some((consequence) => consequence !== 'serverSource')
}

/** Maximum number of operationIds to list; a shared schema can affect hundreds. */
const NAMED = 3

export function countedInDiff(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Summarizes a report: "12 changes: 3 errors, 2 warnings, 7 info." */
export function diffSummary({ changes, ignored, totals }: DiffReport): string {
  if (changes.length + ignored.length === 0) return 'No changes that affect anyone.'
  const some = [
    ...(totals.error > 0 ? [countedInDiff(totals.error, 'error')] : []),
    ...(totals.warning > 0 ? [countedInDiff(totals.warning, 'warning')] : []),
    ...(totals.info > 0 ? [`${totals.info} info`] : []),
    ...(ignored.length > 0 ? [`${ignored.length} ignored`] : []),
  ]
  return `${countedInDiff(changes.length + ignored.length, 'change')}: ${some.join(', ')}.`
}

/** Lists what a change breaks: "callers at run time, the wire". */
export function brokenByChange({ breaks }: ReportedChange): string {
  return breaks.map((consequence) => CONSEQUENCES[consequence]).join(', ') || 'nobody'
}

export function reachOfChange({ operations }: ReportedChange): string {
  return someOperations(operations)
}

/** Lists the first few operations, and the number of the remaining ones. */
export function someOperations(operations: readonly string[]): string {
  const rest = operations.length - NAMED
  return `${operations.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${countedInDiff(rest, 'more operation')}` : ''}`
}

/** The location to show: where the part is now, or where it was. */
export function changePlace({ old, new: now }: ReportedChange): string {
  return placeText(now ?? old)
}

function placeText(place: ChangePlace | undefined): string {
  if (place === undefined) return ''
  const { file, line, column, pointer } = place
  return line === undefined ? `${file} ${pointer}` : `${file}:${line}:${column ?? 1}`
}

/** Number of changes of each kind, most frequent first. */
export function changeKindCounts(
  changes: readonly ReportedChange[],
): readonly (readonly [kind: string, count: number])[] {
  const groups = Map.groupBy(changes, ({ kind }) => kind)
  return [...groups]
    .map(([kind, group]) => [kind, group.length] as const)
    .sort(([, one], [, other]) => other - one)
}
