import { formatFindingText, occurrenceOf } from '../report/finding-text.ts'
import { printable } from '../report/printable.ts'
import type { ReportDocument, ReportOperation, ReportResult } from '../report/report-document.ts'

/** JUnit XML as CI servers read it: one suite for each tag, one case for each operation and rule. */
export function toJunit(report: ReportDocument): string {
  const suites = [...Map.groupBy(report.operations, ({ tag }) => tag)]
  const all = report.operations.flatMap(({ results }) => results)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    element('testsuites', { name: report.title, ...counts(all), time: seconds(report.milliseconds) }),
    ...suites.flatMap(([tag, operations]) => suite(tag, operations, report)),
    '</testsuites>',
    '',
  ].join('\n')
}

function suite(tag: string, operations: readonly ReportOperation[], report: ReportDocument): string[] {
  const results = operations.flatMap((operation) => operation.results)
  const skipped = results.filter(({ status }) => status === 'not-run' || status === 'known').length
  const sum = results.reduce((total, { milliseconds }) => total + milliseconds, 0)
  return [
    `  ${element('testsuite', { name: tag, ...counts(results), skipped, time: seconds(sum), timestamp: report.startedAt.replace(/\.\d+Z$/, '') })}`,
    '    <properties>',
    `      ${element('property', { name: 'seed', value: report.seed }, 'empty')}`,
    `      ${element('property', { name: 'baseUrl', value: report.baseUrl }, 'empty')}`,
    '    </properties>',
    ...operations.flatMap((operation) =>
      operation.results.flatMap((result) => testCase(operation, result, report)),
    ),
    '  </testsuite>',
  ]
}

function testCase(operation: ReportOperation, result: ReportResult, report: ReportDocument): string[] {
  const attributes = {
    name: `${operation.operationId}: ${result.rule}`,
    classname: `${operation.method} ${operation.path}`,
    time: seconds(result.milliseconds),
  }
  if (result.status === 'passed') return [`    ${element('testcase', attributes, 'empty')}`]
  const skipped = (message: string): string => `      ${element('skipped', { message }, 'empty')}`
  const inner =
    result.status === 'not-run'
      ? [skipped(`not run, because ${result.reason}`)]
      : result.status === 'known'
        ? [skipped('known to fail: the baseline has it')]
        : result.status === 'defect'
          ? [defect(operation, result, report)]
          : [failure(operation, result, report)]
  return [`    ${element('testcase', attributes)}`, ...inner, '    </testcase>']
}

function defect({ operationId }: ReportOperation, { rule }: ReportResult, report: ReportDocument): string {
  const met = report.defects.find((one) => one.operationId === operationId && one.rule === rule)
  const message = `a defect of the suite: ${met?.message ?? ''}`
  return `      ${element('error', { message, type: 'defect' })}${escaped(met?.stack ?? '', /[&<>]/g)}</error>`
}

/** One element, whatever the number of findings: readers take the first failure of a case only. */
function failure({ operationId }: ReportOperation, result: ReportResult, report: ReportDocument): string {
  const findings = (result.findings ?? []).flatMap(
    (id) => report.findings.find((finding) => finding.id === id) ?? [],
  )
  const [first] = findings
  const check = { operationId, rule: result.rule }
  const met = first && (occurrenceOf(first, check) ?? first)
  const message = met === undefined ? '' : `expected ${met.expected}; received ${met.received}`
  const text = findings
    .map((finding) => formatFindingText(finding, occurrenceOf(finding, check)))
    .join('\n\n')
  return `      ${element('failure', { message, type: first?.grade ?? 'documented' })}${escaped(text, /[&<>]/g)}</failure>`
}

function counts(results: readonly ReportResult[]): { tests: number; failures: number; errors: number } {
  const count = (wanted: ReportResult['status']): number =>
    results.filter(({ status }) => status === wanted).length
  return { tests: results.length, failures: count('failed'), errors: count('defect') }
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content?: 'empty',
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  return `<${name}${written.join('')}${content === 'empty' ? '/' : ''}>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** In attributes, line breaks and tabs would be read as spaces. */
const IN_ATTRIBUTE = /[&<>"\n\t]/g

/** Control characters, lone surrogates and two others are no characters of XML 1.0, not even escaped. */
function escaped(text: string, characters = IN_ATTRIBUTE): string {
  return printable(text)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(characters, (character) => ENTITIES[character] ?? character)
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
