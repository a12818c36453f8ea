import { isReadByGet, type OperationDescriptor } from '@concordat/runtime/http'
import { parameterClause } from '../../../data/document/clause.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { allVerdicts, nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { DAY_MS } from '../../../lexicon/lexicon.ts'
import type { Call } from '../../../world/items/item.ts'
import { ANY_TAG, headerParameter, OTHER_TAG } from '../../../world/requests/header-parameters.ts'
import { requestWithTag, requestWithValue } from '../../../world/requests/with-value.ts'
import type { CheckContext } from '../../check.ts'
import { rules } from './rules.ts'

const NOT_MODIFIED = 304

/** Checks conditional reads, and a PUT with `If-None-Match: *`, which must replace nothing. */
export async function checkNotModified(
  context: CheckContext,
  operation: OperationDescriptor,
  call: Call,
): Promise<Verdict> {
  if (operation.method === 'PUT' && isSuccess(call.answer))
    return checkUnlessPresent(context, operation, call)
  return allVerdicts([
    await checkNoneMatch(context, operation, call),
    await checkModifiedSince(context, operation, call),
  ])
}

/** Downloads and reads whose `If-None-Match` the run has checked, by their operations' names. */
const newKnown = () => new Set<string>()

/**
 * Checks `If-None-Match` once, if it is documented. The response to a read must be 304 for the server's own
 * entity tag, also in its weak form among other tags, and for `*`. It must not be 304 for another tag.
 * @see RFC 9110, 13.1.2
 */
export async function checkNoneMatch(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, answer }: Pick<Call, 'plan' | 'answer'>,
): Promise<Verdict> {
  const header = headerParameter(operation, 'if-none-match')
  const tag = answer.headers.get('etag')
  const known = context.state.of(newKnown)
  if (
    header === undefined ||
    tag === null ||
    !isReadByGet(operation) ||
    known.has(operation.operationId) ||
    !context.asks(rules['not-modified'])
  )
    return nothingCompared()
  known.add(operation.operationId)
  const ask = (text: string): Promise<Answer> =>
    context.read(requestWithTag(plan, { name: header.name, text, answer }))
  const report = (seen: Answer, fact: Fact): Finding =>
    context.finding({
      operation,
      answer: seen,
      clause: parameterClause(operation, header),
      breaks: rules['not-modified'],
      fact,
      beside: [answer],
    })
  for (const value of matchesOf(tag)) {
    const same = await ask(value)
    // A different tag means that the item changed between the two reads, so nothing is reported.
    if (isSuccess(same) && same.headers.get('etag') === tag)
      return [report(same, { kind: 'not modified ignored', value })]
    // A server that rejects the header, or whose item keeps changing, says nothing about other values.
    if (same.status !== NOT_MODIFIED) break
  }
  const other = await ask(OTHER_TAG)
  return other.status === NOT_MODIFIED ? [report(other, { kind: 'modified ignored' })] : []
}

/** Values of `If-None-Match` that a tag's item matches. Tags are compared weakly. */
function matchesOf(tag: string): readonly string[] {
  return [tag, `${OTHER_TAG}, ${tag.startsWith('W/') ? tag : `W/${tag}`}`, ANY_TAG]
}

/**
 * Checks `If-Modified-Since`, if it is documented. The response to a read with the server's own
 * `Last-Modified` must be 304, and the response to an earlier time must not be.
 * @see RFC 9110, 13.1.3
 */
async function checkModifiedSince(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, answer }: Call,
): Promise<Verdict> {
  const header = headerParameter(operation, 'if-modified-since')
  const last = answer.headers.get('last-modified')
  const time = Date.parse(last ?? '')
  const isRead = isReadByGet(operation) && isSuccess(answer)
  if (header === undefined || last === null || Number.isNaN(time) || !isRead) return nothingCompared()
  if (!context.asks(rules['not-modified'])) return nothingCompared()
  const ask = (text: string): Promise<Answer> =>
    context.read(requestWithValue(plan, { location: 'header', name: header.name, text }))
  const report = (seen: Answer, value: string, isChanged: boolean): Verdict => [
    context.finding({
      ...{ operation, answer: seen, beside: [answer], breaks: rules['not-modified'] },
      clause: parameterClause(operation, header),
      fact: { kind: 'modified since', value, isChanged },
    }),
  ]
  const same = await ask(last)
  if (isSuccess(same) && same.headers.get('last-modified') === last) return report(same, last, false)
  const before = new Date(time - DAY_MS).toUTCString()
  const other = await ask(before)
  return other.status === NOT_MODIFIED ? report(other, before, true) : []
}

/** Repeats a PUT on condition that nothing exists at its path. */
async function checkUnlessPresent(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, binding, answer: first }: Call,
): Promise<Verdict> {
  const header = headerParameter(operation, 'if-none-match')
  if (header === undefined || !context.asks(rules['not-modified'])) return nothingCompared()
  const sending = requestWithTag(plan, { name: header.name, text: ANY_TAG, answer: first })
  const attempt = { expecting: 'refusal', at: { binding }, isAgain: true, sending } as const
  const { answer } = await context.attempt(operation, attempt)
  if (!isSuccess(answer) && answer.status !== NOT_MODIFIED) return []
  return [
    context.finding({
      ...{ operation, answer, beside: [first], breaks: rules['not-modified'], expecting: 'refusal' },
      clause: parameterClause(operation, header),
      fact: { kind: 'present, yet put' },
    }),
  ]
}
