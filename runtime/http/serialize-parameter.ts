import { plain, textOf } from './json/plain.ts'
import { essence, isJson } from './media/media-type.ts'
import type { Location, ParameterDescriptor } from './operation.ts'
import { serializeForm } from './serialize-body.ts'
import { expandPairs, expandText } from './style/expand.ts'
import { resolveStyle } from './style/parameter-style.ts'
import { SerializationError } from './style/serialization-error.ts'
import {
  encodeReserved,
  encodeReservedCookie,
  encodeReservedSegment,
  encodeSegments,
  encodeStrict,
} from './uri/encode.ts'
import { fillTemplate } from './uri/path-template.ts'

/** Values by parameter name; undefined and null are not sent, nor are arrays and objects without members. */
export type ParameterValues = Readonly<Record<string, unknown>>

/**
 * Parameters in the order of their values. A name that the document does not
 * have is sent in the default style.
 */
function* given(location: Location, parameters: readonly ParameterDescriptor[], values: ParameterValues) {
  for (const [name, value] of Object.entries(values)) {
    const known = parameters.find((parameter) => parameter.in === location && parameter.name === name)
    yield prepare(known ?? { name, in: location }, value)
  }
}

/** @throws SerializationError where a value that is required would not be sent. */
function prepare(parameter: ParameterDescriptor, input: unknown) {
  const { mediaType, name, allowReserved } = parameter
  const value = mediaType === undefined || input === undefined ? input : asContent(mediaType, input)
  if (parameter.required && isNothing(value))
    throw new SerializationError(
      `The parameter "${name}" is required, and null or empty, which no ${parameter.in} can carry.`,
    )
  return { ...resolveStyle(parameter), name, allowReserved, value }
}

/** True for a value that has no text: null, undefined, an array or object without members. */
function isNothing(input: unknown): boolean {
  const value = plain(input)
  return value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
}

function asContent(mediaType: string, value: unknown): string {
  return isJson(mediaType) ? JSON.stringify(value) : textOf(plain(value) ?? '')
}

/**
 * Fills in a path template. Every value is percent-encoded, "/" too; as `{+name}` a value keeps "/", other
 * reserved characters and percent-encoded triplets. With `allowReserved` it keeps the same but for "/".
 * @param template "/pets/{petId}"; its fixed query is kept, its fragment is not.
 * @throws SerializationError for an absent or empty value, and for "." and "..", which
 * URLs resolve instead of sending.
 */
export function serializePath(
  template: string,
  parameters: readonly ParameterDescriptor[],
  values: ParameterValues = {},
): string {
  return fillPath(template, (name, isReserved) => {
    const known = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)
    const { value, allowReserved, ...style } = prepare(known ?? { name, in: 'path' }, values[name])
    const encode = allowReserved ? encodeReservedSegment : encodeStrict
    return expandText({ ...style, encode: isReserved ? encodeSegments : encode }, value)
  })
}

/**
 * Fills in a path template with values that are encoded already.
 * @param textOf gives the text of a template, nothing where there is no value.
 * @throws SerializationError for a template without text, and for segments "." and "..".
 */
export function fillPath(
  template: string,
  textOf: (name: string, isReserved: boolean) => string | undefined,
): string {
  const path = fillTemplate(template, (name, isReserved) => {
    const text = textOf(name, isReserved)
    if (text) return text
    throw new SerializationError(`Path parameter "${name}" of "${template}" has no value, or an empty one.`)
  })
  const dots = /^[^?]*\/((?:\.|%2e){1,2})(?=[/?]|$)/i.exec(path)?.[1]
  if (dots === undefined) return path
  throw new SerializationError(
    `The values for "${template}" make the segment "${dots}", by which a URL addresses another path.`,
  )
}

/** Writes the query without "?": "limit=10&tags=a&tags=b", empty when nothing is given. */
export function serializeQuery(
  parameters: readonly ParameterDescriptor[],
  values: ParameterValues = {},
): string {
  return [...given('query', parameters, values)]
    .flatMap(({ value, allowReserved, ...style }) =>
      expandPairs({ ...style, encode: allowReserved ? encodeReserved : encodeStrict }, value),
    )
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/**
 * Writes a parameter that is the whole query: a form, or any other media type
 * percent-encoded. Empty when nothing is given.
 * @throws SerializationError for a form that is not made of the properties of an object.
 * @see OpenAPI 3.2.0, Parameter Object, `in: querystring`
 */
export function serializeQuerystring(
  parameters: readonly ParameterDescriptor[],
  values: ParameterValues = {},
): string {
  const parameter = parameters.find(({ in: location }) => location === 'querystring')
  const value = parameter && values[parameter.name]
  if (parameter === undefined || value === undefined || value === null) return ''
  const { mediaType = 'text/plain', encoding = {} } = parameter
  if (essence(mediaType) !== 'application/x-www-form-urlencoded')
    return encodeStrict(asContent(mediaType, value))
  if (typeof value === 'object') return serializeForm(value, encoding)
  throw new SerializationError(`The query is made of the properties of an object, not of "${textOf(value)}".`)
}

/**
 * Writes header parameters as they are: header values are not percent-encoded. It checks each item on its
 * own, since blanks around the items of a list belong to none (RFC 9110, 5.6.1).
 * @throws SerializationError for characters that a header cannot carry.
 * @see OpenAPI 3.1.1, Appendix D
 */
export function serializeHeaders(
  parameters: readonly ParameterDescriptor[],
  values: ParameterValues = {},
): [name: string, value: string][] {
  return [...given('header', parameters, values)].flatMap(({ value, name, ...style }): [string, string][] => {
    const text = expandText({ ...style, name, encode: (raw) => checkHeaderValue(name, raw) }, value)
    return text === undefined ? [] : [[name, text]]
  })
}

/**
 * Writes the value of the `Cookie` header, empty when nothing is given. An exploded array or object becomes
 * one cookie per item. Browsers do not let a program set this header.
 * @throws SerializationError for what the style `cookie`, which encodes nothing, cannot carry.
 */
export function serializeCookies(
  parameters: readonly ParameterDescriptor[],
  values: ParameterValues = {},
): string {
  return [...given('cookie', parameters, values)]
    .flatMap(({ value, allowReserved, ...style }) => {
      const encode = allowReserved ? encodeReservedCookie : encodeStrict
      return expandPairs({ ...style, encode: style.style === 'cookie' ? checkCookie : encode }, value)
    })
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}

/** Names and values of cookies go as they are. @see RFC 6265, 4.1.1 */
function checkCookie(text: string): string {
  if (/^[!#-+\--:<-[\]-~]*$/.test(text)) return text
  throw new SerializationError(
    `"${text}" contains a character that a cookie cannot carry, and its style does not encode it.`,
  )
}

/**
 * Refuses control characters, which would start another header, characters beyond Latin-1, and
 * blanks at the ends, which no receiver takes for part of the value. The message does not repeat
 * the value: it may be a secret.
 * @see RFC 9110, 5.5
 */
export function checkHeaderValue(name: string, value: string): string {
  if (/^[\t -~\x80-\xff]*$/.test(value) && !/^[\t ]|[\t ]$/.test(value)) return value
  throw new SerializationError(
    `Header "${name}" has a control character, one beyond Latin-1 or a space at an end.`,
  )
}
