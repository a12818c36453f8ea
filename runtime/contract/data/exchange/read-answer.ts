import { isJson, mediaTypeEssence } from '@concordat/runtime/http'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import { jsonOfMeasured } from './json-text.ts'

/** Maximum number of characters of unreadable content that are kept for display. */
const MOST_SHOWN = 2 ** 12

/**
 * The answer with the record of its request.
 * @param answer whose JSON was measured by who read it: `unreadable` tells if it must not be parsed.
 */
export function readAnswer(
  {
    status,
    headers,
    text: whole,
    octets,
    isCut = false,
    unreadable,
  }: Pick<Answer, 'status' | 'headers' | 'text' | 'octets' | 'isCut' | 'unreadable'>,
  asked: Exchange,
): Answer {
  const mediaType = mediaTypeEssence(headers.get('content-type'))
  const text = unreadable === undefined ? whole : whole.slice(0, MOST_SHOWN)
  return {
    exchange: { ...asked, response: { status, headers: Object.fromEntries(headers), body: text } },
    ...{ status, headers, mediaType, text },
    ...(octets !== undefined && { octets }),
    ...(isCut && { isCut }),
    ...(unreadable !== undefined && { unreadable }),
    value: isJson(mediaType) && unreadable === undefined ? jsonOfMeasured(text) : undefined,
  }
}
