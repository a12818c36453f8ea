import type { Severity } from '../kinds/kinds.ts'
import type { DiffReport, ReportedChange } from './report.ts'
import {
  breaksCallers,
  brokenByChange,
  changeKindCounts,
  changePlace,
  countedInDiff,
  diffSummary,
  reachOfChange,
  severityHeading,
} from './words.ts'

/** Maximum number of warnings shown in full. All errors are shown in full. */
const WARNINGS = 4
/** Maximum number of kinds to list for the changes that are not shown. */
const KINDS = 6

/**
 * Formats a report for users, short enough for one screen unless there are many errors, without a final line
 * break.
 * @param hasReports true if the command can also write reports.
 */
export function formatDiff(report: DiffReport, { hasReports = false } = {}): string {
  const { changes, unusedIgnores } = report
  const parts = [
    `${report.old} → ${report.new}`,
    ...(['error', 'warning'] as const).flatMap((severity) => {
      const own = changes.filter((change) => change.severity === severity)
      return own.length === 0
        ? []
        : [
            '',
            `${severityHeading(severity, own)} (${severity})`,
            ...some(own, severity === 'error' ? own.length : WARNINGS),
          ]
    }),
    ...harmless(changes.filter(({ severity }) => severity === 'info')),
    ...(unusedIgnores.length === 0
      ? []
      : [
          '',
          unusedIgnores.length === 1
            ? '1 entry in the ignore file matches no change: remove it.'
            : `${unusedIgnores.length} entries in the ignore file match no change: remove them.`,
        ]),
    '',
    diffSummary(report),
    ...(isWhole(changes) || !hasReports
      ? []
      : ['--report changelog=FILE or --report json=FILE writes all of them.']),
  ]
  return parts.join('\n')
}

/** True if every change is shown rather than only counted. */
function isWhole(changes: readonly ReportedChange[]): boolean {
  const count = (severity: Severity) => changes.filter((change) => change.severity === severity).length
  return count('warning') <= WARNINGS && count('info') === 0
}

function some(changes: readonly ReportedChange[], whole: number): readonly string[] {
  const shown = changes.slice(0, whole).flatMap((change) => {
    const operations = reachOfChange(change)
    return [
      `  ${change.label} ${change.says}`,
      `    ${[change.kind, brokenByChange(change), operations].filter((text) => text !== '').join('; ')}`,
      `    ${changePlace(change)}`,
    ]
  })
  const rest = changes.slice(whole)
  return rest.length === 0 ? shown : [...shown, `  and ${rest.length} more: ${kinds(rest)}.`]
}

function harmless(changes: readonly ReportedChange[]): readonly string[] {
  if (changes.length === 0) return []
  const callers = changes.filter(breaksCallers)
  const handlers = changes.filter((change) => !breaksCallers(change) && change.breaks.length > 0)
  const others = changes.filter(({ breaks }) => breaks.length === 0)
  return [
    '',
    `${severityHeading('info', changes)} (info)`,
    ...requiring('changes to callers', callers),
    ...requiring('changes to handlers', handlers),
    ...requiring('no changes', others),
  ]
}

function requiring(what: string, changes: readonly ReportedChange[]): readonly string[] {
  const verb = changes.length === 1 ? 'requires' : 'require'
  return changes.length === 0 ? [] : [`  ${changes.length} ${verb} ${what}: ${kinds(changes)}.`]
}

function kinds(changes: readonly ReportedChange[]): string {
  const all = changeKindCounts(changes)
  const named = all.slice(0, KINDS).map(([kind, count]) => `${count} ${kind}`)
  return [...named, ...(all.length > KINDS ? [countedInDiff(all.length - KINDS, 'other kind')] : [])].join(
    ', ',
  )
}
