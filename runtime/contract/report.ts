import type { Cases } from './budget.ts'
import { formatFinding } from './finding.ts'
import type { CheckResult, ContractReport } from './run.ts'

/** Plain text for a terminal: what failed and what was not run, operation by operation; the totals in the last line. */
export function formatReport(report: ContractReport): string {
  const operations = [...Map.groupBy(report.results, ({ operationId }) => operationId).values()]
  const parts = operations.map(formatOperation).filter((text) => text !== '')
  if (report.leftBehind.length > 0)
    parts.push(['left behind', ...report.leftBehind.map((text) => `  ${text}`)].join('\n'))
  if (report.interrupted) parts.push('The run was interrupted.')
  return [
    ...parts,
    [...sampled(report), ...spent(operations), totals(report, operations.length)].join('\n'),
  ].join('\n\n')
}

function formatOperation(results: readonly CheckResult[]): string {
  const lines = results.flatMap(({ rule, outcome }) => {
    if (outcome.status === 'passed') return []
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

/** What the budget left out, rule by rule: a case that was not sent is no case that was passed. */
function sampled({ results }: ContractReport): string[] {
  const byRule = Map.groupBy(results, ({ rule }) => rule)
  const lines = [...byRule].flatMap(([rule, all]) => {
    const cases = all.flatMap(({ outcome }) =>
      'cases' in outcome && outcome.cases !== undefined ? [outcome.cases] : [],
    )
    const sum = (part: keyof Cases): number => cases.reduce((total, each) => total + each[part], 0)
    return sum('sent') < sum('of') ? [`${rule}: ${sum('sent')} of ${sum('of')} cases`] : []
  })
  return lines.length === 0 ? [] : [...lines, 'Another seed takes others; --budget exhaustive takes all.']
}

function spent(operations: readonly (readonly CheckResult[])[]): string[] {
  const counts = operations.map((results) => ({
    operationId: results[0]?.operationId,
    requests: results.reduce((sum, { requests }) => sum + requests, 0),
  }))
  const most = counts.toSorted((one, other) => other.requests - one.requests)[0]
  if (most === undefined) return []
  const mean = counts.reduce((sum, { requests }) => sum + requests, 0) / counts.length
  return [`${mean.toFixed(1)} requests an operation, most ${most.requests} (${most.operationId})`]
}

function totals({ results, requests, milliseconds }: ContractReport, operations: number): string {
  const count = (status: string): number => results.filter(({ outcome }) => outcome.status === status).length
  const seconds = (milliseconds / 1000).toFixed(1)
  return `${operations} operations, ${count('passed')} passed, ${count('failed')} failed, ${count('not-run')} not run, ${requests} requests, ${seconds} s`
}
