import { findingOccurrence, formatFindingText } from '../finding-text.ts'
import type { ReportDocument, ReportOperation, ReportResult } from '../report-document.ts'
import { judgedLine } from '../untested.ts'
import { type JunitCase, type JunitOutcome, junitXml } from './junit-xml.ts'

/** A run for CI servers, with one suite for each tag and one case for each operation and rule. */
export function toJunit(report: ReportDocument): string {
  const { title, milliseconds, startedAt, seed, baseUrl } = report
  const suites = [...Map.groupBy(report.operations, ({ tag }) => tag)].map(([tag, operations]) => ({
    name: tag,
    startedAt,
    properties: { seed, baseUrl, judged: judgedLine(report.totals) },
    cases: operations.flatMap((operation) =>
      operation.results.map((result) => testCase(operation, result, report)),
    ),
  }))
  return junitXml({ name: title, milliseconds, suites })
}

function testCase(operation: ReportOperation, result: ReportResult, report: ReportDocument): JunitCase {
  return {
    name: `${operation.operationId}: ${result.rule}`,
    className: `${operation.method} ${operation.path}`,
    milliseconds: result.milliseconds,
    outcome: outcomeOf(operation, result, report),
  }
}

function outcomeOf(
  operation: ReportOperation,
  result: ReportResult,
  report: ReportDocument,
): JunitOutcome | undefined {
  switch (result.status) {
    case 'passed':
      return undefined
    case 'not-run':
      return { is: 'skipped', message: `not run, because ${result.reason}` }
    case 'known':
      return { is: 'skipped', message: 'known to fail: listed in the baseline' }
    case 'defect':
      return defect(operation, result, report)
    case 'failed':
      return failure(operation, result, report)
  }
}

function defect(
  { operationId }: ReportOperation,
  { rule }: ReportResult,
  report: ReportDocument,
): JunitOutcome {
  const met = report.defects.find((one) => one.operationId === operationId && one.rule === rule)
  const message = `an error in the run itself: ${met?.message ?? ''}`
  return { is: 'error', message, type: 'defect', text: met?.stack ?? '' }
}

function failure(
  { operationId }: ReportOperation,
  result: ReportResult,
  report: ReportDocument,
): JunitOutcome {
  const findings = (result.findings ?? []).flatMap(
    (id) => report.findings.find((finding) => finding.id === id) ?? [],
  )
  const [first] = findings
  const check = { operationId, rule: result.rule }
  const met = first && (findingOccurrence(first, check) ?? first)
  const message = met === undefined ? '' : `expected ${met.expected}; received ${met.received}`
  const text = findings
    .map((finding) => formatFindingText(finding, findingOccurrence(finding, check)))
    .join('\n\n')
  return { is: 'failure', message, type: first?.grade ?? 'documented', text }
}
