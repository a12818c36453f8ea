import type { ParameterDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../data/exchange/answer.ts'
import { Refusal } from '../refusal/refusal.ts'

/**
 * Maximum number of parameters from a message to try alone, because each can suffice by itself ("one of
 * trace_ids or identifier must be supplied").
 */
const MOST_NAMED = 3

/**
 * Returns optional query parameters that a rejected request may need: those that the refusal names, first
 * together and then one by one. If it names none, a read tries its only parameter, or those with a media type
 * such as JSON, which may contain everything.
 */
export function furtherParameters(
  parameters: readonly ParameterDescriptor[],
  answer: Answer,
  { isRead }: { readonly isRead: boolean },
): readonly (readonly string[])[] {
  const free = parameters.filter(({ in: location, required }) => location === 'query' && required !== true)
  const named = [...new Refusal(answer).namesOf(free.map(({ name }) => name))]
  if (named.length > 0) {
    const alone = named.slice(0, MOST_NAMED).map((name) => [name])
    return named.length === 1 ? alone : [named, ...alone]
  }
  if (!isRead) return []
  const holdsAll = free.length === 1 ? free : free.filter(({ mediaType }) => mediaType !== undefined)
  return holdsAll.length === 0 ? [] : [holdsAll.map(({ name }) => name)]
}
