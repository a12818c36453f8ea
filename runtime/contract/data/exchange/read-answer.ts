import { isJson, mediaTypeEssence } from '@concordat/runtime/http'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import { JsonBounds, jsonOfText } from './json-text.ts'

/** Maximum number of characters of unreadable content that are kept for display. */
const MOST_SHOWN = 2 ** 12

/** The response, with the record of its request. */
export function readAnswer(
  {
    status,
    headers,
    text: whole,
    octets,
    isCut = false,
    unreadable: told,
  }: Pick<Answer, 'status' | 'headers' | 'text' | 'octets' | 'isCut' | 'unreadable'>,
  asked: Exchange,
): Answer {
  const mediaType = mediaTypeEssence(headers.get('content-type'))
  const unreadable = told ?? (isJson(mediaType) ? new JsonBounds().add(whole) : undefined)
  const text = unreadable === undefined ? whole : whole.slice(0, MOST_SHOWN)
  return {
    exchange: { ...asked, response: { status, headers: Object.fromEntries(headers), body: text } },
    ...{ status, headers, mediaType, text },
    ...(octets !== undefined && { octets }),
    ...(isCut && { isCut }),
    ...(unreadable !== undefined && { unreadable }),
    value: isJson(mediaType) && unreadable === undefined ? jsonOfText(text) : undefined,
  }
}
