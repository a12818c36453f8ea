import { isAbsence } from '../data/exchange/answer.ts'
import type { SentRequest } from '../data/exchange/exchange.ts'
import { subjectOfBrokenClause } from '../data/outcome/clause-subject.ts'
import type { Finding } from '../data/outcome/finding.ts'
import { isFindingOfOtherSuccess, likenessWithoutNumbers, maskedFindingText } from './likeness.ts'

/** Minimum length, in characters, of a value that a response is unlikely to contain by chance. */
const LEAST_TELLING = 6

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
    ...(status === 501 ? [['not implemented', grade]] : []),
    ...(isFindingOfOtherSuccess(finding) ? [['other success', operationId, status]] : []),
  ].map((cause) => JSON.stringify(cause))
}

type Causes = readonly (readonly unknown[])[]

/**
 * Keys for the words of a server error. If the words repeat a value from the request, they identify the
 * failing code, regardless of the operation.
 */
function crashCauses({ operationId, exchange }: Finding): Causes {
  const { status = 0, body = '' } = exchange.response ?? {}
  const told = withoutSent(body, exchange.request)
  return [
    ['crash', operationId, status, maskedFindingText(body)],
    ...(told === undefined ? [] : [['crash over a value', status, told]]),
  ]
}

/** The cause stated by a rule, if other findings can have the same cause. */
function statedCauses({ grade, cause, exchange }: Finding): Causes {
  if (cause?.kind === 'everywhere') return [['everywhere', grade, cause.what]]
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

/**
 * The systematic behavior behind a finding, if a server shows it in several locations: the kind of wrong
 * request that it accepts, the form of a value that it writes, or its treatment of properties that were not
 * sent. `undefined` for any other finding.
 */
export function behaviourBehindFinding({ grade, cause }: Finding): string | undefined {
  if (cause?.kind === 'unvalidated') return JSON.stringify(['unvalidated', grade, cause.what])
  if (cause?.kind === 'member' && cause.behaviour !== undefined)
    return JSON.stringify(['member', grade, cause.behaviour])
  return cause?.kind === 'form' ? JSON.stringify(['form', grade, cause.what]) : undefined
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
function withoutSent(text: string, { url, body = '' }: SentRequest): string | undefined {
  const { pathname, searchParams } = new URL(url)
  const values = [...pathname.split('/'), ...searchParams.values(), ...(body.match(/[\w-]+/g) ?? [])]
  const repeated = values.filter(
    (value) => value.length >= LEAST_TELLING && /\d/.test(value) && text.includes(value),
  )
  if (repeated.length === 0 || text.includes(pathname)) return undefined
  return likenessWithoutNumbers(repeated.reduce((rest, value) => rest.replaceAll(value, '…'), text))
}

/** The path of a URL, without likely ids and without a trailing slash. */
function addressOf(url: string): string {
  return new URL(url).pathname
    .split('/')
    .filter((segment) => segment !== '' && (!/\d/.test(segment) || /^v\d+$/.test(segment)))
    .join('/')
}
