import { isJson, mediaTypeEssence } from '@concordat/runtime/http'
import type { Answer } from './answer.ts'
import type { Exchange, SentRequest } from './exchange.ts'
import { JsonBounds } from './json-text.ts'
import { readAnswer } from './read-answer.ts'

/** An exchange between another client and the server, as far as it was recorded. */
export interface Recorded {
  readonly request: SentRequest
  readonly status: number
  readonly headers: Headers
  /** Absent if not recorded. */
  readonly text?: string
  /** True if only the beginning was recorded. */
  readonly isCut?: boolean
}

/** A recorded response in the form that rules check. */
export function answerRecorded({ request, text, ...seen }: Recorded): Answer {
  const hasJson = isJson(mediaTypeEssence(seen.headers.get('content-type')))
  const unreadable = hasJson ? new JsonBounds().add(text ?? '') : undefined
  const answer = readAnswer({ ...seen, text: text ?? '', ...(unreadable && { unreadable }) }, { request })
  const isUnread = text === undefined || (seen.isCut === true && isJson(answer.mediaType))
  return { ...answer, ...(isUnread && { isUnread }) }
}

/** An exchange from a run, as a recording would contain it; `undefined` if it has no response. */
export function recordedExchange({ request, response }: Exchange): Recorded | undefined {
  if (response === undefined) return undefined
  const { status, headers, body } = response
  return { request, status, headers: new Headers(headers), text: body }
}
