import { accepts, acceptsFields, type Make, request, sent } from './edits.ts'
import { type Call, type Fields, isFields, jsonOf, replyOf, withHeaders, withJson } from './exchange.ts'

/** Behaviours that take what the document excludes, refuse what it allows, or break on what is odd. */

/** A member that is not sent gets another value than the document's default. */
export function fillsIn(name: string, value: unknown): Make {
  return sent((fields) => (name in fields ? fields : { ...fields, [name]: value }))
}

/** A number or a boolean that comes as text is taken for what the text says. */
export function takesText(name: string): Make {
  return acceptsFields((fields) => {
    const value = fields[name]
    if (typeof value !== 'string' || !/^(-?\d+|true|false)$/.test(value)) return undefined
    return { ...fields, [name]: JSON.parse(value) }
  })
}

/** A text is taken for the value of the enumeration that differs by its case alone. */
export function takesAnyCase(name: string, values: readonly string[]): Make {
  return acceptsFields((fields) => {
    const found = sameButCase(fields[name], values)
    return found === undefined ? undefined : { ...fields, [name]: found }
  })
}

/** The value of an enumeration that a text is, but for its case. */
export function sameButCase(value: unknown, values: readonly string[]): string | undefined {
  return typeof value === 'string'
    ? values.find((one) => one.toLowerCase() === value.toLowerCase())
    : undefined
}

/** JSON is read whatever the Content-Type says, where `isTaken` does not object. */
export function readsAs(mediaType: string, isTaken: (contentType: string | undefined) => boolean): Make {
  return accepts((call) =>
    isTaken(call.headers['content-type']) && call.body.length > 0
      ? withHeaders(call, { 'content-type': mediaType })
      : undefined,
  )
}

/** Fails where a known caller asks for something odd. */
export function crashes(isOdd: (call: Call) => boolean): Make {
  return () => async (call, send) => {
    const reply = await send(call)
    return reply.status !== 401 && isOdd(call) ? replyOf(500, { detail: 'Internal server error.' }) : reply
  }
}

/** Refuses valid bodies, as the service refuses the wrong member that is put in. */
export function refuses(isRefused: (fields: Fields) => boolean, wrong: Fields): Make {
  return sent((fields) => (isRefused(fields) ? { ...fields, ...wrong } : fields))
}

/** Headers that a client sends do not arrive. */
export function overlooks(...names: readonly string[]): Make {
  const nothing = Object.fromEntries(names.map((name) => [name, undefined]))
  return request((call) => (names.some((name) => name in call.headers) ? withHeaders(call, nothing) : call))
}

/** Changes every text below a member, at any depth. */
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

/** Every text of the query. */
export const queryOf = ({ query }: Call): string => [...query.values()].join('')

/** The path as it was meant; broken escapes stay. */
export function pathOf({ path }: Call): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Every text and number of a JSON body, joined. */
export function contentOf(call: Call): string {
  const through = (value: unknown): string =>
    typeof value === 'object' && value !== null ? Object.values(value).map(through).join(' ') : String(value)
  return through(jsonOf(call))
}

export const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

/** Characters of two UTF-16 units. */
export const hasAstral = (text: string): boolean => /[\u{10000}-\u{10FFFF}]/u.test(text)

/** True if a number stands that 64 bits do not hold. */
export function hasHugeInteger(text: string): boolean {
  const found = text.match(/-?\d{19,}/g) ?? []
  return found.some((digits) => BigInt.asIntN(64, BigInt(digits)) !== BigInt(digits))
}

/** For {@link contentOf}, which writes large numbers with an exponent. */
export function hasHugeNumber(text: string): boolean {
  return text.split(' ').some((part) => part !== '' && Math.abs(Number(part)) >= 2 ** 63)
}
