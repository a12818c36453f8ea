import { isObject } from '@concordat/runtime/json'
import { ENVELOPE_DEPTH } from '../../../lexicon/lexicon.ts'

/**
 * Generates the parts of a create's response that may be the item: the whole response, the only element of a
 * list, or the content of an envelope.
 */
export function* createdItemCandidates(answer: unknown, depth = 0): Generator<unknown> {
  const value: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer
  if (isObject(value)) yield value
  if (!isObject(value) || depth === ENVELOPE_DEPTH) return
  for (const member of Object.values(value)) yield* createdItemCandidates(member, depth + 1)
}
