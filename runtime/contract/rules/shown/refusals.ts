import { isObject } from '@concordat/runtime/json'
import { type Answer, wholeAnswerValue } from '../../data/exchange/answer.ts'
import type { Fact } from '../../data/outcome/kinds/fact.ts'
import { internalsTold, problems } from '../../lexicon/lexicon.ts'

/**
 * Returns the property of an error response that contains another status than the response has. A number that
 * is not that of an error is the server's own code.
 * @see RFC 9457, 3.1.2
 */
export function otherStatus(answer: Answer): Fact<'other status told'> | undefined {
  const value = wholeAnswerValue(answer)
  for (const part of isObject(value) ? [value, value['error']].filter(isObject) : [])
    for (const [member, told] of Object.entries(part)) {
      const isStatus = problems.repeated.has(member) && Number.isInteger(told)
      const isOfError = Number(told) >= 400 && Number(told) < 600
      if (isStatus && isOfError && told !== answer.status)
        return { kind: 'other status told', member, status: answer.status, received: String(told) }
    }
  return undefined
}

/** Returns the part of an error response that reveals internals, unless the request contains it. */
export function shownInternals({ text, exchange }: Answer): Fact<'internals shown'> | undefined {
  const received = internalsTold(text.replaceAll('\\n', '\n').replaceAll('\\"', '"'))
  const isEcho = received !== undefined && exchange.request.body?.includes(received) === true
  return received === undefined || isEcho ? undefined : { kind: 'internals shown', received }
}
