import { essence, isJson } from '@concordat/runtime/http'
import type { Answer } from './answer.ts'
import type { SentRequest } from './exchange.ts'

/** Traffic that others sent, as far as a recording has it. */
export interface Recorded {
  readonly request: SentRequest
  readonly status: number
  readonly headers: Headers
  /** Absent: the recording does not have it. */
  readonly text?: string
  /** Whether only the beginning was recorded. */
  readonly isCut?: boolean
}

/** A recorded answer as rules look at one. */
export function answerOf({ request, status, headers, text, isCut }: Recorded): Answer {
  const mediaType = essence(headers.get('content-type'))
  return {
    exchange: {
      request,
      response: { status, headers: Object.fromEntries(headers), body: text ?? '' },
    },
    ...{ status, headers, mediaType },
    text: text ?? '',
    value: text === undefined || !isJson(mediaType) ? undefined : parsed(text),
    ...(isCut === true && { isCut }),
    ...((text === undefined || (isCut === true && isJson(mediaType))) && { isUnread: true }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
