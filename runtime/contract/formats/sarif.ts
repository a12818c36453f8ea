import type { Exchange } from '../exchange/exchange.ts'
import type { Grade } from '../outcome/grade.ts'
import { formatFindingText } from '../report/finding-text.ts'
import type { ClausePlace, ReportDocument, ReportFinding, ReportRule } from '../report/report-document.ts'
import { endOf } from '../report/terminal.ts'

const LEVEL: Readonly<Record<Grade, 'error' | 'warning'>> = {
  documented: 'error',
  derived: 'error',
  decided: 'warning',
}

const GRADE: Readonly<Record<Grade, string>> = {
  documented: 'The document itself states what is broken.',
  derived: 'What is broken follows from the document together with RFC 9110 or JSON Schema.',
  decided: 'Only an overlay states what is broken.',
}

/** SARIF 2.1.0: one result for each thing that is wrong, at the line of the document that says so. */
export function toSarif(report: ReportDocument): string {
  const end = new Date(Date.parse(report.startedAt) + report.milliseconds).toISOString()
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Concordat', rules: report.rules.map(describeRule) } },
        invocations: [
          {
            executionSuccessful: !report.interrupted && report.defects.length === 0,
            startTimeUtc: report.startedAt,
            endTimeUtc: end,
            toolExecutionNotifications: notifications(report),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: report.findings.map((finding) => describeResult(finding, report.rules)),
        properties: {
          baseUrl: report.baseUrl,
          seed: report.seed,
          requests: report.requests,
          ...report.totals,
        },
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

/** What kept the run from judging more. */
function notifications(report: ReportDocument): object[] {
  const early = report.interrupted ? [{ level: 'error', message: { text: endOf(report) } }] : []
  const defects = report.defects.map(({ operationId, rule, message, stack }) => ({
    level: 'error',
    message: { text: `A defect of the suite, in ${rule} of ${operationId}: ${message}` },
    exception: { kind: 'Error', message: stack },
  }))
  return [...early, ...defects]
}

function describeRule({ code, grade, description }: ReportRule): object {
  return {
    id: code,
    shortDescription: { text: description },
    help: { text: `${description}\n\n${GRADE[grade]}`, markdown: `${description}\n\n*${GRADE[grade]}*` },
    defaultConfiguration: { level: LEVEL[grade] },
    properties: { tags: ['contract', grade] },
  }
}

function describeResult(finding: ReportFinding, rules: readonly ReportRule[]): object {
  const { rule, grade, expected, received, place, otherPlaces, count, operations, source } = finding
  return {
    ruleId: rule,
    ruleIndex: rules.findIndex(({ code }) => code === rule),
    level: LEVEL[grade],
    message: {
      text: `Expected ${expected}; received ${received}.\n\n${formatFindingText(finding)}`,
    },
    locations: [describePlace(place)],
    ...(otherPlaces.length > 0 && {
      relatedLocations: otherPlaces.map((other, index) => ({ id: index + 1, ...describePlace(other) })),
    }),
    partialFingerprints: { 'concordatFinding/v1': finding.fingerprint },
    occurrenceCount: count,
    ...describeExchange(finding.exchange),
    properties: {
      grade,
      operations,
      ...(source !== undefined && { source }),
      curl: finding.curl,
      replay: finding.replay,
    },
  }
}

function describePlace({ clause, file, line, column }: ClausePlace): object {
  return {
    ...(file !== '' && {
      physicalLocation: {
        artifactLocation: { uri: uriOf(file) },
        ...(line !== undefined && { region: { startLine: line, startColumn: column ?? 1 } }),
      },
    }),
    logicalLocations: [{ fullyQualifiedName: clause }],
  }
}

/** A relative file name as a relative reference; a URL stays as it is. @see RFC 3986, 4.2 */
function uriOf(file: string): string {
  if (/^[a-z]+:\/\//.test(file)) return file
  return file.toWellFormed().split(/[\\/]/).map(encodeURIComponent).join('/')
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
