import { type JunitOutcome, junitXml } from '@concordat/contract'
import { SEVERITIES, type Severity } from '../../diff/kinds/kinds.ts'
import type { DiffReport, ReportedChange } from '../../diff/report/report.ts'
import { brokenByChange, changePlace, reachOfChange, severityHeading } from '../../diff/report/words.ts'

/**
 * Reports changes for CI servers: one suite per severity and one case per change. A case fails if its change
 * makes the command fail.
 */
export function junitDiff(report: DiffReport, failing: readonly Severity[]): string {
  const { old, new: now, changes, ignored } = report
  const all = [...changes, ...ignored]
  const suites = SEVERITIES.map((severity) => {
    const own = all.filter((change) => change.severity === severity)
    return {
      name: severityHeading(severity, own),
      cases: own.map((change) => ({
        name: `${change.label} ${change.says}`,
        className: reachOfChange(change) || 'document',
        milliseconds: 0,
        outcome: outcomeOf(change, failing),
      })),
    }
  })
  return junitXml({
    name: `${old} → ${now}`,
    milliseconds: 0,
    suites: suites.filter(({ cases }) => cases.length > 0),
  })
}

function outcomeOf(change: ReportedChange, failing: readonly Severity[]): JunitOutcome | undefined {
  const { kind, severity, ignored, label, says } = change
  if (ignored !== undefined) return { is: 'skipped', message: `ignored: ${ignored}` }
  if (!failing.includes(severity)) return undefined
  const message = `${label} ${says}`
  return {
    is: 'failure',
    message,
    type: kind,
    text: `breaks ${brokenByChange(change)}\n${changePlace(change)}`,
  }
}
