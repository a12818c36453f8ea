import { isAbsence, isRefusal, isUnavailableAnswer } from '../data/exchange/answer.ts'
import type { Exchange, SentRequest } from '../data/exchange/exchange.ts'
import { behaviourKey } from '../data/outcome/cause.ts'
import { subjectOfBrokenClause } from '../data/outcome/clause-subject.ts'
import type { Finding } from '../data/outcome/finding.ts'
import { lowerWordsOf, missingServiceTold } from '../lexicon/lexicon.ts'
import { isDistinctive } from '../world/values/same.ts'
import {
  isFindingOfOtherSuccess,
  isOnlyObjection,
  likenessWithoutNumbers,
  maskedFindingText,
} from './likeness.ts'

/** Minimum number of words in a rejection that has one cause; "Bad Request" can have any. */
const LEAST_WORDS = 5

/**
 * Keys for the possible causes of a finding, regardless of its rule. Findings that share a key are one thing
 * to fix, such as a server's systematic behavior or one faulty line of code.
 */
export function findingCauses(finding: Finding): readonly string[] {
  const { grade, weight, operationId, exchange } = finding
  const { status = 0 } = exchange.response ?? {}
  return [
    ...(weight === 'crash' ? crashCauses(finding) : statedCauses(finding)),
    ...(finding.cause?.kind === 'unending' ? [['unending', operationId]] : []),
    ...absenceCauses(finding),
    ...refusalCauses(finding),
    ...(status === 501 ? [['not implemented', grade]] : []),
    ...(isUnavailableAnswer({ status }) ? [['unavailable']] : []),
    ...(isFindingOfOtherSuccess(finding) ? [['other success', operationId, status]] : []),
  ].map((cause) => JSON.stringify(cause))
}

type Causes = readonly (readonly unknown[])[]

/**
 * Keys for the words of a server error. If the words repeat a value from the request, they identify the
 * failing code, regardless of the operation.
 */
function crashCauses(finding: Finding): Causes {
  const { operationId, exchange } = finding
  const { status = 0, body = '' } = exchange.response ?? {}
  const told = withoutSent(body, exchange.request)
  const service = missingServiceTold(body)
  return [
    ...(service === undefined ? [] : [['missing service', service]]),
    ['crash', operationId, status, maskedFindingText(body), isOnlyObjection(finding)],
    ...(told === undefined ? [] : [['crash over a value', status, told]]),
  ]
}

/** The cause stated by a rule, if other findings can have the same cause. */
function statedCauses({ grade, cause, exchange }: Finding): Causes {
  if (cause?.kind === 'everywhere') return [['everywhere', grade, ...behaviourKey(cause)]]
  return cause?.kind === 'member' ? [['member', grade, addressOf(exchange.request.url), cause.name]] : []
}

/**
 * Causes for responses that say that an existing item is absent. The server probably expects different values
 * in the path.
 */
function absenceCauses({ grade, clause, expecting, exchange }: Finding): Causes {
  const { status = 0, body = '' } = exchange.response ?? {}
  const { isResponse, response } = subjectOfBrokenClause(clause)
  if (!isAbsence({ status }) || !isResponse || response?.startsWith('2') !== true) return []
  // Operations that respond with identical words although success was expected probably do not exist on this
  // server.
  const isTold = expecting === 'success' && body !== ''
  return [['not there', clause], ...(isTold ? [['not there', grade, body]] : [])]
}

/** Causes for rejections of valid requests in a whole sentence, which probably has one cause. */
function refusalCauses({ grade, expecting, exchange }: Finding): Causes {
  const { status = 0, body = '' } = exchange.response ?? {}
  if (expecting !== 'success' || !isRefusal({ status })) return []
  const texts = body.match(/"(?:[^"\\]|\\.)*"/g) ?? [body]
  const words = texts.map((text) => text.match(/\p{L}+/gu)?.length ?? 0)
  return Math.max(...words) < LEAST_WORDS ? [] : [['refused', grade, status, likenessWithoutNumbers(body)]]
}

/** Kinds of findings about the status of a rejection, whose request was wrong or random. */
const OF_REJECTIONS: readonly string[] = [
  'unknown name refused otherwise',
  'not refused',
  'undocumented status',
  'not as documented',
]

/**
 * Returns the key of what a finding tells about its operation, or of what it only repeats. If an operation is
 * known not to check its requests, random requests that it wrongly accepts reveal nothing further. Neither
 * does the status of a rejection if a valid request gets the same response, nor the media type of a response
 * that says that the operation does not exist.
 */
export function echoBehindFinding(finding: Finding): {
  readonly tells?: string
  readonly repeats?: string
} {
  const { operationId, cause, kind, exchange } = finding
  const { status = 0, body = '' } = exchange.response ?? {}
  if (cause?.kind === 'unvalidated') return { [cause.isGuess ? 'repeats' : 'tells']: operationId }
  const refused = JSON.stringify([operationId, status, likenessWithoutNumbers(body)])
  const isOfAbsent = kind === 'other media type' && isAbsence({ status })
  if (OF_REJECTIONS.includes(kind) ? isRefusal({ status }) : isOfAbsent) return { repeats: refused }
  return kind === 'unexpected status' && isRefusal({ status }) ? { tells: refused } : {}
}

/**
 * The words of a server error that a wrong request causes, or a write without a body, without anything that
 * depends on the operation; no words if the request names nothing that exists, and `undefined` for any other
 * finding.
 */
export function crashBehindFinding(finding: Finding): string | undefined {
  const { rule, kind, weight, expecting, clause, exchange } = finding
  const isWithoutBody = ['POST', 'PUT', 'PATCH'].includes(exchange.request.method) && !exchange.request.body
  if (weight !== 'crash' || (expecting !== 'refusal' && !isWithoutBody)) return undefined
  // If nothing has the name, each operation fails in its own words.
  if (kind === 'unknown name' && !isOnlyObjection(finding)) return JSON.stringify([rule, kind])
  const named = new Set(
    lowerWordsOf(`${clause.replaceAll('~1', '/')} ${exchange.request.method.toLowerCase()}`),
  )
  const words = failureWords(exchange).replace(/[\p{L}\p{N}]+/gu, (word) =>
    lowerWordsOf(word).every((part) => named.has(part)) ? '…' : word,
  )
  return JSON.stringify([rule, exchange.response?.status, words.replace(/…(?:\W*…)+/g, '…')])
}

/**
 * The status of a server error whose words only say what is wrong with the request;
 * `undefined` for any other finding. A server that responds so to many operations turns every exception into
 * such an error.
 */
export function objectionBehindCrash(finding: Finding): string | undefined {
  if (!isOnlyObjection(finding)) return undefined
  return String(finding.exchange.response?.status)
}

/** The words of a response, without quoted texts, names of classes, numbers, and values of the request. */
function failureWords({ request, response }: Exchange): string {
  const text = response?.body.replace(/\\"(?:[^"\\]|\\[^"])*\\"|'[^']*'/g, '…') ?? ''
  return likenessWithoutNumbers(
    sentValues(request).reduce((rest, value) => rest.replaceAll(value, '…'), text),
  )
}

/**
 * The systematic behavior behind a finding, if a server shows it in several locations: the kind of wrong
 * request that it accepts, the form of a value that it writes, its treatment of properties that were not
 * sent, the value of a parameter that crashes it, or what it reveals. `undefined` for any other finding.
 */
export function behaviourBehindFinding(finding: Finding): string | undefined {
  const { grade, cause, kind, data } = finding
  if (kind === 'valid value crashes' && data['in'] !== 'body')
    return JSON.stringify([kind, grade, data['in'], data['member'], data['sent']])
  if (kind === 'internals shown') return JSON.stringify([kind, grade])
  if (kind === 'undocumented secret')
    return JSON.stringify([kind, grade, String(data['member']).split('.').at(-1)])
  if (cause?.kind === 'unvalidated')
    return JSON.stringify(['unvalidated', grade, ...behaviourKey(cause), isOnlyObjection(finding)])
  if (cause?.kind === 'member' && cause.behaviour !== undefined)
    return JSON.stringify(['member', grade, cause.behaviour])
  return cause?.kind === 'form' ? JSON.stringify(['form', grade, ...behaviourKey(cause)]) : undefined
}

/** "unvalidated" if a server accepts all these wrong requests; `undefined` for any other group. */
export function leniencyBehindFindings(findings: readonly Finding[]): string | undefined {
  const isLax = ({ cause, weight, expecting }: Finding): boolean =>
    weight === 'leniency' && expecting === 'refusal' && cause?.kind === 'unvalidated'
  return findings.every(isLax) ? 'unvalidated' : undefined
}

/** The property that is lost or wrongly kept, and what happens to it; `undefined` for any other finding. */
export function memberBehindFinding({ rule, grade, kind, cause }: Finding): string | undefined {
  return cause?.kind === 'member' ? JSON.stringify([rule, grade, kind, cause.name]) : undefined
}

/**
 * The schema in the document that a server should have checked but did not; `undefined` for any other
 * finding.
 */
export function schemaBehindFinding({ grade, clause, cause }: Finding): string | undefined {
  const { schema } = subjectOfBrokenClause(clause)
  return cause?.kind === 'unvalidated' && schema !== undefined ? JSON.stringify([grade, schema]) : undefined
}

/**
 * The text of a response, with numbers (except possible statuses) and long values from the request masked;
 * `undefined` if the text repeats no such value, or contains the request's whole path.
 */
function withoutSent(text: string, request: SentRequest): string | undefined {
  const repeated = sentValues(request).filter((value) => text.includes(value))
  if (repeated.length === 0 || text.includes(new URL(request.url).pathname)) return undefined
  return likenessWithoutNumbers(repeated.reduce((rest, value) => rest.replaceAll(value, '…'), text))
}

/** The long values in a request, which are unlikely to be words of its operation. */
function sentValues({ url, body = '' }: SentRequest): readonly string[] {
  const { pathname, searchParams } = new URL(url)
  const values = [...pathname.split('/'), ...searchParams.values(), ...(body.match(/[\w-]+/g) ?? [])]
  return values.filter(isDistinctive)
}

/** The path of a URL, without likely ids and without a trailing slash. */
function addressOf(url: string): string {
  return new URL(url).pathname
    .split('/')
    .filter((segment) => segment !== '' && (!/\d/.test(segment) || /^v\d+$/.test(segment)))
    .join('/')
}
