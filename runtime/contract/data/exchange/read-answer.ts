import { isJson, mediaTypeEssence } from '@concordat/runtime/http'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import { answerJsonOfMeasured, answerJsonOfText } from './json-text.ts'

/** Maximum number of characters of unreadable content to keep for display. */
const MOST_SHOWN = 2 ** 12

/**
 * Combines a response with the record of its request.
 * @param answer the response. Its JSON was measured while it was read, and is not parsed if `unreadable` is
 * set.
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
    value: unreadable === undefined ? jsonOf(text, mediaType) : undefined,
  }
}

/**
 * Returns the JSON value of a text with this media type. If the header names no media type, such as "*", the
 * text decides.
 * @see RFC 9110, 8.3
 */
function jsonOf(text: string, mediaType: string): unknown {
  if (isJson(mediaType)) return answerJsonOfMeasured(text)
  const isNoType = mediaType !== '' && !mediaType.includes('/')
  return isNoType && /^\s*[[{]/.test(text) ? answerJsonOfText(text) : undefined
}
