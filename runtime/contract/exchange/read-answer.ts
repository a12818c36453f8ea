import { essence, isJson } from '@concordat/runtime/http'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import { jsonOf } from './json-text.ts'

/** Beside the record of the request that it answers. */
export function readAnswer(
  { status, headers, text, isCut = false }: Pick<Answer, 'status' | 'headers' | 'text' | 'isCut'>,
  asked: Exchange,
): Answer {
  const mediaType = essence(headers.get('content-type'))
  return {
    exchange: { ...asked, response: { status, headers: Object.fromEntries(headers), body: text } },
    ...{ status, headers, mediaType, text },
    ...(isCut && { isCut }),
    value: isJson(mediaType) ? jsonOf(text) : undefined,
  }
}
