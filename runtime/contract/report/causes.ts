import { isAbsence } from '../data/exchange/answer.ts'
import type { SentRequest } from '../data/exchange/exchange.ts'
import { subjectOf } from '../data/outcome/clause-subject.ts'
import type { Finding } from '../data/outcome/finding.ts'
import { isOtherSuccess, masked, withoutNumbers } from './likeness.ts'

/** Characters of a value that a text does not have by chance. */
const LEAST_TELLING = 6

/**
 * Causes that explain a finding whatever rule, operation or member met it: a behaviour that a server has
 * everywhere is one thing to fix, and so is one line of its code.
 */
export function causesOf(finding: Finding): readonly string[] {
  const { grade, weight, operationId, clause, cause, expecting, exchange } = finding
  const { status = 0, body = '' } = exchange.response ?? {}
  const causes: unknown[][] = []
  if (weight === 'crash') {
    causes.push(['crash', operationId, status, masked(body)])
    // Words that repeat a value of the request say what fails, wherever it does.
    const told = withoutSent(body, exchange.request)
    if (told !== undefined) causes.push(['crash over a value', status, told])
  }
  if (cause?.kind === 'everywhere' && weight !== 'crash') causes.push(['everywhere', grade, cause.what])
  if (cause?.kind === 'unending') causes.push(['unending', operationId])
  if (cause?.kind === 'member' && weight !== 'crash')
    causes.push(['member', grade, addressOf(exchange.request.url), cause.name])
  // Whoever asks for what is there, by a path that the server wants to be filled in otherwise.
  const { isResponse, response } = subjectOf(clause)
  if (isAbsence({ status }) && isResponse && response?.startsWith('2') === true) {
    causes.push(['not there', clause])
    // In the same words, whichever success each operation has: they are not on this server.
    if (expecting === 'success' && body !== '') causes.push(['not there', grade, body])
  }
  if (status === 501) causes.push(['not implemented', grade])
  if (isOtherSuccess(finding)) causes.push(['other success', operationId, status])
  return causes.map((known) => JSON.stringify(known))
}

/**
 * Systematic behaviour behind a finding that a server may show everywhere, if it does in several places: the
 * kind of wrong request that it takes, the form in which it writes a value, or its treatment of members that
 * are not sent. `undefined` for any other finding.
 */
export function behaviourOf({ grade, cause }: Finding): string | undefined {
  if (cause?.kind === 'unvalidated') return JSON.stringify(['unvalidated', grade, cause.what])
  if (cause?.kind === 'member' && cause.behaviour !== undefined)
    return JSON.stringify(['member', grade, cause.behaviour])
  return cause?.kind === 'form' ? JSON.stringify(['form', grade, cause.what]) : undefined
}

/** The member that is not kept, and how; `undefined` for any other finding. */
export function memberOf({ rule, grade, kind, cause }: Finding): string | undefined {
  return cause?.kind === 'member' ? JSON.stringify([rule, grade, kind, cause.name]) : undefined
}

/** The schema of the document that a server should have looked at and did not; `undefined` for any other finding. */
export function unvalidatedSchemaOf({ grade, clause, cause }: Finding): string | undefined {
  const { schema } = subjectOf(clause)
  return cause?.kind === 'unvalidated' && schema !== undefined ? JSON.stringify([grade, schema]) : undefined
}

/** The text of an answer without values of the request that it repeats; `undefined` where it repeats none. */
function withoutSent(text: string, { url, body = '' }: SentRequest): string | undefined {
  const { pathname, searchParams } = new URL(url)
  const values = [...pathname.split('/'), ...searchParams.values(), ...(body.match(/[\w-]+/g) ?? [])]
  const repeated = values.filter(
    (value) => value.length >= LEAST_TELLING && /\d/.test(value) && text.includes(value),
  )
  if (repeated.length === 0 || text.includes(pathname)) return undefined
  return withoutNumbers(repeated.reduce((rest, value) => rest.replaceAll(value, '…'), text))
}

/** The path of an address, without what looks like an id and without a final slash. */
function addressOf(url: string): string {
  return new URL(url).pathname
    .split('/')
    .filter((segment) => segment !== '' && (!/\d/.test(segment) || /^v\d+$/.test(segment)))
    .join('/')
}
