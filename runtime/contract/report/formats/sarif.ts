import type { Exchange } from '../../data/exchange/exchange.ts'
import type { Assertion } from '../../data/outcome/assertion.ts'
import type { Grade } from '../../data/outcome/grade.ts'
import { formatFindingText } from '../finding-text.ts'
import type { ReportDocument, ReportFinding } from '../report-document.ts'
import { runEndSentence } from '../terminal.ts'
import { judgedLine } from '../untested.ts'
import { type SarifResult, type SarifRule, sarifLog } from './sarif-log.ts'

const LEVEL: Readonly<Record<Grade, 'error' | 'warning'>> = {
  documented: 'error',
  derived: 'error',
  decided: 'warning',
}

const GRADE: Readonly<Record<Grade, string>> = {
  documented:
    'The requirement is stated in the document or, for findings with the grade "decided", only in an overlay.',
  derived: 'The requirement follows from the document and its overlays, and from standards such as RFC 9110.',
  decided: 'The requirement is stated only in an overlay.',
}

/** One result for each fault, located at the line of its clause in the document. */
export function toSarif(report: ReportDocument): string {
  const end = new Date(Date.parse(report.startedAt) + report.milliseconds).toISOString()
  return sarifLog({
    version: report.version,
    rules: report.rules.flatMap(({ assertions }) => assertions.map(ruleOf)),
    results: report.findings.map(resultOf),
    invocation: {
      executionSuccessful: !report.interrupted && report.defects.length === 0,
      startTimeUtc: report.startedAt,
      endTimeUtc: end,
      toolExecutionNotifications: notifications(report),
    },
    properties: {
      judged: judgedLine(report.totals),
      baseUrl: report.baseUrl,
      seed: report.seed,
      requests: report.requests,
      ...report.totals,
    },
  })
}

/** Reasons why the run judged less than it could. */
function notifications(report: ReportDocument): object[] {
  const early = report.interrupted ? [{ level: 'error', message: { text: runEndSentence(report) } }] : []
  const defects = report.defects.map(({ operationId, rule, message, stack }) => ({
    level: 'error',
    message: {
      text: `The "${rule}" rule failed for ${operationId} because of an error in the run itself: ${message}`,
    },
    exception: { kind: 'Error', message: stack },
  }))
  return [...early, ...defects]
}

function ruleOf({ rule, grade, asserts }: Assertion): SarifRule {
  return {
    id: rule,
    level: LEVEL[grade],
    description: asserts,
    help: { text: `${asserts}\n\n${GRADE[grade]}`, markdown: `${asserts}\n\n*${GRADE[grade]}*` },
    tags: ['contract', grade],
  }
}

function resultOf(finding: ReportFinding): SarifResult {
  const { rule, grade, expected, received, place, otherPlaces, count, operations, source } = finding
  return {
    rule,
    level: LEVEL[grade],
    text: `Expected ${expected}; received ${received}.\n\n${formatFindingText(finding)}`,
    place,
    otherPlaces,
    fingerprint: ['concordatFinding/v1', finding.fingerprint],
    more: { occurrenceCount: count, ...describeExchange(finding.exchange) },
    properties: {
      grade,
      operations,
      ...(source !== undefined && { source }),
      sent: finding.sent,
      curl: finding.curl,
      replay: finding.replay,
    },
  }
}

function describeExchange({ request, response }: Exchange): object {
  return {
    webRequest: {
      protocol: 'http',
      target: request.url,
      method: request.method,
      headers: request.headers,
      ...(request.body !== undefined && { body: { text: request.body } }),
    },
    webResponse:
      response === undefined
        ? { noResponseReceived: true }
        : { statusCode: response.status, headers: response.headers, body: { text: response.body } },
  }
}
