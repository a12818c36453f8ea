import { findingOccurrence, formatFindingText } from '../finding-text.ts'
import type { ReportDocument, ReportOperation, ReportResult } from '../report-document.ts'
import { judgedLine } from '../untested.ts'
import { reportJsonText } from './json-text.ts'

const STATUS = {
  passed: 'passed',
  failed: 'failed',
  known: 'other',
  'not-run': 'skipped',
  defect: 'failed',
} as const

/**
 * Common Test Report Format as JSON, with one test for each operation and rule. Durations are in
 * milliseconds.
 */
export function toCtrf(report: ReportDocument): string {
  const tests = report.operations.flatMap((operation) =>
    operation.results.map((result) => describeTest(operation, result, report)),
  )
  const { passed, failed, known, notRun, defects } = report.totals
  const start = Date.parse(report.startedAt)
  return reportJsonText({
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: 'concordat',
    results: {
      tool: { name: 'concordat' },
      summary: {
        tests: tests.length,
        passed,
        failed: failed + defects,
        skipped: notRun,
        pending: 0,
        other: known,
        suites: new Set(report.operations.map(({ tag }) => tag)).size,
        start,
        stop: start + report.milliseconds,
        duration: report.milliseconds,
        extra: {
          judged: judgedLine(report.totals),
          requests: report.requests,
          seed: report.seed,
          interrupted: report.interrupted,
        },
      },
      tests,
      environment: { appName: report.title, testEnvironment: report.baseUrl },
    },
  })
}

function describeTest(operation: ReportOperation, result: ReportResult, report: ReportDocument): object {
  const defect = report.defects.find(
    ({ operationId, rule }) => operationId === operation.operationId && rule === result.rule,
  )
  const findings = report.findings.filter(({ id }) => result.findings?.includes(id))
  const check = { operationId: operation.operationId, rule: result.rule }
  const [first] = findings.flatMap((finding) => findingOccurrence(finding, check) ?? [])
  return {
    name: `${operation.operationId}: ${result.rule}`,
    status: STATUS[result.status],
    duration: result.milliseconds,
    suite: [operation.tag],
    tags: [result.rule],
    type: 'contract',
    ...(result.reason !== undefined && { message: `not run, because ${result.reason}` }),
    ...(defect !== undefined && {
      message: `an error in the run itself: ${defect.message}`,
      trace: defect.stack,
    }),
    ...(first !== undefined && {
      message: `expected ${first.expected}; received ${first.received}`,
      trace: findings
        .map((finding) => formatFindingText(finding, findingOccurrence(finding, check)))
        .join('\n\n'),
      ...(first.place.file !== '' && { filePath: first.place.file }),
      ...(first.place.line !== undefined && { line: first.place.line }),
    }),
    extra: { operation: `${operation.method} ${operation.path}`, findings: result.findings ?? [] },
  }
}
