import { formatBaseline } from './baseline.ts'
import { formatFinding } from './finding.ts'
import type { CheckResult, ContractReport } from './run.ts'

/** Plain text for a terminal: what failed and what was not run, operation by operation; the totals in the last line. */
export function formatReport(report: ContractReport): string {
  const operations = [...Map.groupBy(report.results, ({ operationId }) => operationId).values()]
  const parts = operations.map(formatOperation).filter((text) => text !== '')
  if (report.leftBehind.length > 0)
    parts.push(['left behind', ...report.leftBehind.map((text) => `  ${text}`)].join('\n'))
  parts.push(...formatBaseline(report))
  if (report.interrupted) parts.push('The run was interrupted.')
  return [...parts, totals(report, operations.length)].join('\n\n')
}

function formatOperation(results: readonly CheckResult[]): string {
  const lines = results.flatMap(({ rule, outcome }) => {
    if (outcome.status === 'passed' || outcome.status === 'known') return []
    if (outcome.status === 'not-run') return [`  ${rule}: not run, because ${outcome.reason}`]
    return outcome.findings.flatMap((finding) =>
      formatFinding(finding)
        .split('\n')
        .map((line) => `  ${line}`),
    )
  })
  const [first] = results
  return first === undefined || lines.length === 0
    ? ''
    : [`${first.operationId}: ${first.title}`, ...lines].join('\n')
}

function totals({ results, requests, milliseconds }: ContractReport, operations: number): string {
  const count = (status: string): number => results.filter(({ outcome }) => outcome.status === status).length
  const known = count('known') > 0 ? `${count('known')} known to fail, ` : ''
  const seconds = (milliseconds / 1000).toFixed(1)
  return `${operations} operations, ${count('passed')} passed, ${count('failed')} failed, ${known}${count('not-run')} not run, ${requests} requests, ${seconds} s`
}
