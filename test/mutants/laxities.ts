import { accepts, acceptsFields, type Make, request, sent } from './edits.ts'
import { type Call, type Fields, isFields, jsonOf, replyOf, withHeaders, withJson } from './exchange.ts'

/** Behaviours that accept what the document excludes, reject what it allows, or fail on unusual input. */

/** Gives a property that was not sent a value other than the document's default. */
export function fillsIn(name: string, value: unknown): Make {
  return sent((fields) => (name in fields ? fields : { ...fields, [name]: value }))
}

/** Accepts a number or a boolean sent as a string, and converts it. */
export function takesText(name: string): Make {
  return acceptsFields((fields) => {
    const value = fields[name]
    if (typeof value !== 'string' || !/^(-?\d+|true|false)$/.test(value)) return undefined
    return { ...fields, [name]: JSON.parse(value) }
  })
}

/** Accepts a string that differs from an enumeration value only in case. */
export function takesAnyCase(name: string, values: readonly string[]): Make {
  return acceptsFields((fields) => {
    const found = sameButCase(fields[name], values)
    return found === undefined ? undefined : { ...fields, [name]: found }
  })
}

/** Returns the enumeration value that a string equals, ignoring case. */
export function sameButCase(value: unknown, values: readonly string[]): string | undefined {
  return typeof value === 'string'
    ? values.find((one) => one.toLowerCase() === value.toLowerCase())
    : undefined
}

/** Parses JSON whatever the Content-Type is, if `isTaken` accepts it. */
export function readsAs(mediaType: string, isTaken: (contentType: string | undefined) => boolean): Make {
  return accepts((call) =>
    isTaken(call.headers['content-type']) && call.body.length > 0
      ? withHeaders(call, { 'content-type': mediaType })
      : undefined,
  )
}

/** Fails if a known caller sends an odd request. */
export function crashes(isOdd: (call: Call) => boolean): Make {
  return () => async (call, send) => {
    const reply = await send(call)
    return reply.status !== 401 && isOdd(call) ? replyOf(500, { detail: 'Internal server error.' }) : reply
  }
}

/** Rejects valid bodies, by inserting an invalid property that the service rejects. */
export function refuses(isRefused: (fields: Fields) => boolean, wrong: Fields): Make {
  return sent((fields) => (isRefused(fields) ? { ...fields, ...wrong } : fields))
}

/** Drops headers that a client sends. */
export function overlooks(...names: readonly string[]): Make {
  const nothing = Object.fromEntries(names.map((name) => [name, undefined]))
  return request((call) => (names.some((name) => name in call.headers) ? withHeaders(call, nothing) : call))
}

/** Changes every string below a property, at any depth. */
export function sentTexts(name: string, edit: (text: string) => string): Make {
  const through = (value: unknown): unknown => {
    if (typeof value === 'string') return edit(value)
    if (Array.isArray(value)) return value.map(through)
    if (!isFields(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, through(inner)]))
  }
  return request((call) => {
    const body = jsonOf(call)
    if (!isFields(body) || !(name in body)) return call
    const edited = through(body[name])
    return JSON.stringify(edited) === JSON.stringify(body[name])
      ? call
      : withJson(call, { ...body, [name]: edited })
  })
}

/** Returns all strings of the query, joined. */
export const queryOf = ({ query }: Call): string => [...query.values()].join('')

/** Returns the decoded path; malformed escapes are kept. */
export function pathOf({ path }: Call): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns all strings and numbers in a JSON body, joined. */
export function contentOf(call: Call): string {
  const through = (value: unknown): string =>
    typeof value === 'object' && value !== null ? Object.values(value).map(through).join(' ') : String(value)
  return through(jsonOf(call))
}

export const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

/** True for strings with characters that take two UTF-16 units. */
export const hasAstral = (text: string): boolean => /[\u{10000}-\u{10FFFF}]/u.test(text)

/** True for strings with an integer that does not fit into 64 bits. */
export function hasHugeInteger(text: string): boolean {
  const found = text.match(/-?\d{19,}/g) ?? []
  return found.some((digits) => BigInt.asIntN(64, BigInt(digits)) !== BigInt(digits))
}

/**
 * True for strings with a huge number. For {@link contentOf}, which writes large numbers with an exponent.
 */
export function hasHugeNumber(text: string): boolean {
  return text.split(' ').some((part) => part !== '' && Math.abs(Number(part)) >= 2 ** 63)
}
