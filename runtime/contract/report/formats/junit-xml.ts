import { printableInReport } from '../printable.ts'

/** Outcome of a test case that did not pass. */
export interface JunitOutcome {
  /** `error` if the check itself is defective, which says nothing about the server. */
  readonly is: 'failure' | 'error' | 'skipped'
  readonly message: string
  readonly type?: string
  readonly text?: string
}

export interface JunitCase {
  readonly name: string
  readonly className: string
  readonly milliseconds: number
  readonly outcome?: JunitOutcome | undefined
}

export interface JunitSuite {
  readonly name: string
  readonly cases: readonly JunitCase[]
  /** RFC 3339, UTC. */
  readonly startedAt?: string
  readonly properties?: Readonly<Record<string, string>>
}

/** JUnit XML for CI servers. */
export function junitXml({
  name,
  milliseconds,
  suites,
}: {
  readonly name: string
  readonly milliseconds: number
  readonly suites: readonly JunitSuite[]
}): string {
  const all = suites.flatMap(({ cases }) => cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    element('testsuites', { name, ...counts(all), time: seconds(milliseconds) }),
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteLines({ name, cases, startedAt, properties = {} }: JunitSuite): string[] {
  const skipped = cases.filter(({ outcome }) => outcome?.is === 'skipped').length
  const time = seconds(cases.reduce((total, { milliseconds }) => total + milliseconds, 0))
  const timestamp = startedAt?.replace(/\.\d+Z$/, '')
  const attributes = { name, ...counts(cases), skipped, time, ...(timestamp !== undefined && { timestamp }) }
  const named = Object.entries(properties).map(
    ([key, value]) => `      ${element('property', { name: key, value }, 'empty')}`,
  )
  return [
    `  ${element('testsuite', attributes)}`,
    ...(named.length === 0 ? [] : ['    <properties>', ...named, '    </properties>']),
    ...cases.flatMap(caseLines),
    '  </testsuite>',
  ]
}

function caseLines({ name, className, milliseconds, outcome }: JunitCase): string[] {
  const attributes = { name, classname: className, time: seconds(milliseconds) }
  if (outcome === undefined) return [`    ${element('testcase', attributes, 'empty')}`]
  return [`    ${element('testcase', attributes)}`, `      ${outcomeElement(outcome)}`, '    </testcase>']
}

/**
 * One element for each case, whatever its number of findings, because programs that read the file use only
 * the first failure.
 */
function outcomeElement({ is, message, type, text }: JunitOutcome): string {
  if (is === 'skipped') return element('skipped', { message }, 'empty')
  const attributes = { message, ...(type !== undefined && { type }) }
  return `${element(is, attributes)}${escaped(text ?? '', /[&<>]/g)}</${is}>`
}

function counts(cases: readonly JunitCase[]): { tests: number; failures: number; errors: number } {
  const count = (wanted: JunitOutcome['is']): number =>
    cases.filter(({ outcome }) => outcome?.is === wanted).length
  return { tests: cases.length, failures: count('failure'), errors: count('error') }
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

/** Characters to escape in attributes, where line breaks and tabs would otherwise be read as spaces. */
const IN_ATTRIBUTE = /[&<>"\n\t]/g

/**
 * Escapes text, and replaces characters that XML 1.0 does not allow even if escaped: control characters, lone
 * surrogates, U+FFFE and U+FFFF.
 */
function escaped(text: string, characters = IN_ATTRIBUTE): string {
  return printableInReport(text)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(characters, (character) => ENTITIES[character] ?? character)
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
