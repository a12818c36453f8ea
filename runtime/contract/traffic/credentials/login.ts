import { isJson } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import { answerJsonOfText } from '../../data/exchange/json-text.ts'
import { TargetError } from '../../data/outcome/target-error.ts'
import { askServer, type HttpConnection, type Question, type Reply } from '../transport/ask.ts'

/**
 * The location of the token in the response to a login: a JSON Pointer into the body, a header, a cookie, or
 * all cookies.
 */
export type TokenPlace =
  | { readonly pointer: string }
  | { readonly header: string }
  | { readonly cookie: string }
  | { readonly cookies: true }

/**
 * Sends a login request and reads the token from the response.
 * @returns For all cookies, the value of a `Cookie` header.
 * @throws TargetError if the login fails or the response has no token.
 * @see RFC 6901; RFC 6265, 4.1
 */
export async function requestLoginToken(
  question: Question,
  place: TokenPlace,
  connection: HttpConnection,
): Promise<string> {
  return tokenInReply(await askServer(question, connection), place, question)
}

/** Extracts the token from a response. @throws TargetError if it has none. */
export function tokenInReply(reply: Reply, place: TokenPlace, question: Question): string {
  const token = tokenIn(reply, place)
  if (token !== undefined && token !== '') return token
  throw new TargetError(
    `${question.purpose} failed: the response to ${question.method} ${reply.url} has no ${describe(place)}. Fix: correct the setting that says where the token is.`,
  )
}

function tokenIn({ headers, text }: Reply, place: TokenPlace): string | undefined {
  if ('header' in place) return headers.get(place.header) ?? undefined
  if ('pointer' in place) return tokenAt(text, headers, place.pointer)
  const cookies = headers.getSetCookie().map((line) => line.split(';', 1)[0]?.trim() ?? '')
  if ('cookies' in place) return cookies.join('; ')
  const own = cookies.find((cookie) => cookie.startsWith(`${place.cookie}=`))
  return own?.slice(place.cookie.length + 1)
}

/** The empty pointer refers to the whole body, even if that is plain text. */
function tokenAt(text: string, headers: Headers, pointer: string): string | undefined {
  const isText = pointer === '' && !isJson(headers.get('content-type') ?? '')
  const value = isText ? text.trim() : valueAt(answerJsonOfText(text), stepsOf(pointer))
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function describe(place: TokenPlace): string {
  if ('header' in place) return `header "${place.header}"`
  if ('cookie' in place) return `cookie "${place.cookie}"`
  return 'cookies' in place ? 'cookie' : `string or number at "${place.pointer}"`
}
