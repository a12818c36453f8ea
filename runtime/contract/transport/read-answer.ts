import { essence, isJson } from '@concordat/runtime/http'
import type { Answer } from '../exchange/answer.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Received } from './transport.ts'

/** What came in, beside the record of the request that it answers. */
export function readAnswer({ status, headers, isCut, text }: Received, asked: Exchange): Answer {
  const mediaType = essence(headers.get('content-type'))
  return {
    exchange: { ...asked, response: { status, headers: Object.fromEntries(headers), body: text } },
    status,
    headers,
    mediaType,
    text,
    ...(isCut && { isCut }),
    value: isJson(mediaType) ? parse(text) : undefined,
  }
}

/** JSON has no `undefined`, so that is free to say: no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
