import { isAbsence } from '../data/exchange/answer.ts'
import type { SentRequest } from '../data/exchange/exchange.ts'
import { clauseSubject } from '../data/outcome/clause-subject.ts'
import type { Finding } from '../data/outcome/finding.ts'
import { isOtherSuccess, maskedFindingText, withoutNumbers } from './likeness.ts'

/** Minimum number of characters of a value that is not in a text by chance. */
const LEAST_TELLING = 6

/**
 * Causes that explain a finding of any rule, operation or member: a systematic behaviour of a server is one
 * thing to fix, and so is one line of its code.
 */
export function findingCauses(finding: Finding): readonly string[] {
  const { grade, weight, operationId, exchange } = finding
  const { status = 0 } = exchange.response ?? {}
  return [
    ...(weight === 'crash' ? crashCauses(finding) : statedCauses(finding)),
    ...(finding.cause?.kind === 'unending' ? [['unending', operationId]] : []),
    ...absenceCauses(finding),
    ...(status === 501 ? [['not implemented', grade]] : []),
    ...(isOtherSuccess(finding) ? [['other success', operationId, status]] : []),
  ].map((cause) => JSON.stringify(cause))
}

type Causes = readonly (readonly unknown[])[]

/**
 * The words of a server error; if they repeat a value of the request, they identify the failing code for any
 * operation.
 */
function crashCauses({ operationId, exchange }: Finding): Causes {
  const { status = 0, body = '' } = exchange.response ?? {}
  const told = withoutSent(body, exchange.request)
  return [
    ['crash', operationId, status, maskedFindingText(body)],
    ...(told === undefined ? [] : [['crash over a value', status, told]]),
  ]
}

/** The cause stated by a rule, if others may share it. */
function statedCauses({ grade, cause, exchange }: Finding): Causes {
  if (cause?.kind === 'everywhere') return [['everywhere', grade, cause.what]]
  return cause?.kind === 'member' ? [['member', grade, addressOf(exchange.request.url), cause.name]] : []
}

/** Requests for existing items, with a path that the server expects to be filled in otherwise. */
function absenceCauses({ grade, clause, expecting, exchange }: Finding): Causes {
  const { status = 0, body = '' } = exchange.response ?? {}
  const { isResponse, response } = clauseSubject(clause)
  if (!isAbsence({ status }) || !isResponse || response?.startsWith('2') !== true) return []
  // In the same words, whatever success each operation has: the operations are missing on this server.
  const isTold = expecting === 'success' && body !== ''
  return [['not there', clause], ...(isTold ? [['not there', grade, body]] : [])]
}

/**
 * Systematic behaviour behind a finding, if a server shows it in several places: the kind of wrong request
 * that it accepts, the form of a value that it writes, or its treatment of members that were not sent.
 * `undefined` for any other finding.
 */
export function behaviourBehindFinding({ grade, cause }: Finding): string | undefined {
  if (cause?.kind === 'unvalidated') return JSON.stringify(['unvalidated', grade, cause.what])
  if (cause?.kind === 'member' && cause.behaviour !== undefined)
    return JSON.stringify(['member', grade, cause.behaviour])
  return cause?.kind === 'form' ? JSON.stringify(['form', grade, cause.what]) : undefined
}

/** The member that is not kept, and its fate; `undefined` for any other finding. */
export function memberBehindFinding({ rule, grade, kind, cause }: Finding): string | undefined {
  return cause?.kind === 'member' ? JSON.stringify([rule, grade, kind, cause.name]) : undefined
}

/** The document's schema that a server should have checked but did not; `undefined` for any other finding. */
export function schemaBehindFinding({ grade, clause, cause }: Finding): string | undefined {
  const { schema } = clauseSubject(clause)
  return cause?.kind === 'unvalidated' && schema !== undefined ? JSON.stringify([grade, schema]) : undefined
}

/** The text of an answer without the request's values that it repeats; `undefined` if it repeats none. */
function withoutSent(text: string, { url, body = '' }: SentRequest): string | undefined {
  const { pathname, searchParams } = new URL(url)
  const values = [...pathname.split('/'), ...searchParams.values(), ...(body.match(/[\w-]+/g) ?? [])]
  const repeated = values.filter(
    (value) => value.length >= LEAST_TELLING && /\d/.test(value) && text.includes(value),
  )
  if (repeated.length === 0 || text.includes(pathname)) return undefined
  return withoutNumbers(repeated.reduce((rest, value) => rest.replaceAll(value, '…'), text))
}

/** The path of an address, without likely ids and without a final slash. */
function addressOf(url: string): string {
  return new URL(url).pathname
    .split('/')
    .filter((segment) => segment !== '' && (!/\d/.test(segment) || /^v\d+$/.test(segment)))
    .join('/')
}
