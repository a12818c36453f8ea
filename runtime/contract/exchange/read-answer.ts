import { essence, isJson } from '@concordat/runtime/http'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import { depthFault, jsonOf } from './json-text.ts'

/** Beside the record of the request that it answers. */
export function readAnswer(
  {
    status,
    headers,
    text,
    isCut = false,
    unreadable: told,
  }: Pick<Answer, 'status' | 'headers' | 'text' | 'isCut' | 'unreadable'>,
  asked: Exchange,
): Answer {
  const mediaType = essence(headers.get('content-type'))
  const unreadable = told ?? (isJson(mediaType) ? depthFault(text) : undefined)
  return {
    exchange: { ...asked, response: { status, headers: Object.fromEntries(headers), body: text } },
    ...{ status, headers, mediaType, text },
    ...(isCut && { isCut }),
    ...(unreadable !== undefined && { unreadable }),
    value: isJson(mediaType) && unreadable === undefined ? jsonOf(text) : undefined,
  }
}
