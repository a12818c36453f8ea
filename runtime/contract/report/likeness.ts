import { decodedPart } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { isObjection } from '../data/exchange/answer.ts'
import { answerJsonOfText } from '../data/exchange/json-text.ts'
import { subjectOfBrokenClause } from '../data/outcome/clause-subject.ts'
import type { Finding } from '../data/outcome/finding.ts'
import { type FactDetails, withTexts } from '../data/outcome/kinds/fact.ts'

/** Properties of fact data that differ between requests: values that were sent, received or present. */
const VALUES: ReadonlySet<string> = new Set(
  'sent received before value bound id ids query others status getStatus'.split(' '),
)
/**
 * Properties of fact data that contain names of properties or headers. The names do not matter if a finding
 * concerns an operation as a whole.
 */
const NAMES: ReadonlySet<string> = new Set(['member', 'members', 'without', 'header', 'methods'])

/**
 * A key that findings about different operations share if one cause explains them. It contains the rule, the
 * grade, and the details of the finding that do not differ between requests.
 */
export function findingLikeness(finding: Finding): string {
  const { rule, grade, clause, weight, cause, exchange, isOfAnswer = false } = finding
  const { part, isWhole, isOfHeader } = subjectOfBrokenClause(clause)
  const { status = 0, headers = {}, body = '' } = exchange.response ?? {}
  const isRefusal = isWhole && isOfAnswer && status >= 400 && status < 500
  if (isFindingOfOtherSuccess(finding))
    return JSON.stringify([rule, grade, finding.kind, othersOf(finding), wordsOf(finding), status])
  if (weight === 'crash' && cause?.kind === 'odd value')
    return JSON.stringify([rule, grade, status, maskedFindingText(body), isOnlyObjection(finding)])
  return JSON.stringify([
    ...[rule, grade, part, wantedOf(finding, isWhole)],
    ...(isRefusal ? [status, headers['content-type']?.split(';')[0] ?? ''] : []),
    ...(isRefusal || isOfHeader ? [] : [wordsOfAnswer(finding)]),
  ])
}

/** The response, as far as it can be equal for several operations: of an undocumented method, its status. */
function wordsOfAnswer(finding: Finding): string {
  const { kind, exchange } = finding
  if (kind === 'method answered') return String(exchange.response?.status)
  return likenessWithoutNumbers(withoutRequest(whole(finding), finding))
}

/** True for a finding about a server error whose words only say what is wrong with the request. */
export function isOnlyObjection({ exchange: { response } }: Pick<Finding, 'exchange'>): boolean {
  const { status = 0, body = '' } = response ?? {}
  const value = answerJsonOfText(body)
  return isObject(value) && isObjection({ status, value })
}

/** A key that all findings about one fault share, independent of the values in a run. */
export function findingMatter(finding: Finding): unknown {
  const { kind, data, expected } = finding
  if (kind === 'own') return maskedFindingText(expected)
  return [
    kind,
    details(data, { without: (name) => VALUES.has(name) || NAMES.has(name), text: maskedFindingText }),
  ]
}

/** The expectation without values from the request. */
function wantedOf(finding: Finding, isWhole: boolean): unknown {
  const { kind, data, expected, weight } = finding
  const bare = (text: string): string => likenessWithoutNumbers(withoutRequest(text, finding))
  const text = isWhole ? (each: string): string => withoutQuoted(bare(each)) : bare
  if (kind === 'own') return text(expected)
  // If the server crashes on a property, the property is part of the key, but not the way in which its value
  // is wrong.
  const isAnyFault = isWhole && weight === 'crash' && data['isOfMember'] === true
  const without = (name: string): boolean =>
    name === 'received' ||
    (isWhole && (VALUES.has(name) || NAMES.has(name))) ||
    (isAnyFault && name === 'what')
  return [kind, details(data, { without, text })]
}

/** The data without the names of properties. */
function othersOf({ data }: Finding): readonly unknown[] {
  return details(data, { without: (name) => NAMES.has(name), text: (value) => value })
}

function details(
  data: FactDetails,
  {
    without,
    text,
  }: { readonly without: (name: string) => boolean; readonly text: (value: string) => string },
): readonly unknown[] {
  return Object.entries(withTexts(data, text)).filter(([name]) => !without(name))
}

/** A rule's own sentences. */
function wordsOf({ kind, expected }: Finding): string {
  return kind === 'own' ? expected : ''
}

function withoutQuoted(text: string): string {
  return text.replace(/"[^"]*"/g, '…')
}

/** True if a valid request succeeded, but with a status other than the documented one. */
export function isFindingOfOtherSuccess({ clause, expecting, exchange }: Finding): boolean {
  const { status = 0 } = exchange.response ?? {}
  const isOfStatus = expecting === 'success' && subjectOfBrokenClause(clause).isResponse
  return isOfStatus && status >= 200 && status < 400
}

/** Replaces ids, numbers and quoted values, which differ between requests. */
export function maskedFindingText(text: string): string {
  return text.replace(/"[^"]*"|[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '…')
}

/** "org.example.orders.OrderQuery" */
const QUALIFIED = /\b(?:[a-z_]\w*\.){2,}[A-Z][\w$]*/g

/**
 * If the finding is about a response, uses its complete text, because the length of a shortened text would
 * depend on the path. For a crash, only the first line of each string is used, without class names, because
 * the rest is specific to the operation.
 */
function whole({ received, weight, isOfAnswer, exchange: { response } }: Finding): string {
  if (isOfAnswer !== true || response === undefined) return received
  const body =
    weight === 'crash'
      ? response.body.replace(/\\n(?:[^"\\]|\\.)*/g, '').replace(QUALIFIED, '…')
      : response.body
  return `status ${response.status} ${body}`
}

/** Replaces the request's method and path, and path segments that contain digits, in a string. */
function withoutRequest(text: string, { exchange: { request } }: Finding): string {
  const { pathname } = new URL(request.url)
  const values = decodedPart(pathname)
    .split('/')
    .filter((segment) => /\d/.test(segment))
  return [pathname, decodedPart(pathname), ...values]
    .filter((value) => value !== '/')
    .reduce((rest, value) => withoutWord(rest, value), text)
    .replace(new RegExp(`\\b${request.method}\\b`, 'g'), '…')
}

/**
 * Replaces only matches that are not part of a longer word or number: the path segment "0" must not affect
 * the zeros in "100".
 */
function withoutWord(text: string, value: string): string {
  const parts = text.split(value)
  return parts.reduce((before, after) => {
    const isWhole = !/[\w.]$/.test(before) && !/^[\w.]/.test(after)
    return before + (isWhole ? '…' : value) + after
  })
}

/** Replaces UUIDs and numbers, except those that can be statuses, because findings can be about a status. */
export function likenessWithoutNumbers(text: string): string {
  return text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, (value) => (/^[1-5]\d\d$/.test(value) ? value : '…'))
}
