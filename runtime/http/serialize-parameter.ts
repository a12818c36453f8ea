import { plainJsonText, plainJsonValue } from './json/plain.ts'
import { isJson, mediaTypeEssence } from './media/media-type.ts'
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

/** Values by parameter name. Undefined, null, and empty arrays and objects are not sent. */
export type ParameterValues = Readonly<Record<string, unknown>>

/**
 * Generates a parameter for each value, in the order of the values. An undocumented name gets the default
 * style.
 */
function* given(location: Location, parameters: readonly ParameterDescriptor[], values: ParameterValues) {
  for (const [name, value] of Object.entries(values)) {
    const known = parameters.find((parameter) => parameter.in === location && parameter.name === name)
    yield prepare(known ?? { name, in: location }, value)
  }
}

/** @throws {SerializationError} if a required value would not be sent. */
function prepare(parameter: ParameterDescriptor, input: unknown) {
  const { mediaType, name, allowReserved } = parameter
  const value = mediaType === undefined || input === undefined ? input : asContent(mediaType, input)
  if (parameter.required && isNothing(value))
    throw new SerializationError(`Required parameter "${name}" is missing, null or empty.`)
  return { ...resolveStyle(parameter), name, allowReserved, value }
}

/** True for a value that has no text: null, undefined, or an empty array or object. */
function isNothing(input: unknown): boolean {
  const value = plainJsonValue(input)
  return value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
}

function asContent(mediaType: string, value: unknown): string {
  return isJson(mediaType) ? JSON.stringify(value) : plainJsonText(plainJsonValue(value) ?? '')
}

/**
 * Fills in a path template. Values are percent-encoded, including "/". In `{+name}`, a value keeps
 * percent-encoded triplets and reserved characters, except "?", "#", "[" and "]". With `allowReserved`, any
 * other value keeps the same characters except "/".
 * @param template "/pets/{petId}"; its query is kept, and its fragment is dropped.
 * @throws {SerializationError} for an absent or empty value, and for "." and "..", which URLs resolve.
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
 * Fills in a path template with encoded values.
 * @param textOf returns the text for a template; `undefined` if it has no value.
 * @throws {SerializationError} for a template without text, and for the segments "." and "..".
 */
function fillPath(
  template: string,
  textOf: (name: string, isReserved: boolean) => string | undefined,
): string {
  const filled = fillTemplate(template, (name, isReserved) => {
    const text = textOf(name, isReserved)
    if (text) return text
    throw new SerializationError(`Path parameter "${name}" of "${template}" is missing or empty.`)
  })
  // Only one "/" is kept at the start. A value that is a whole path begins with another "/", and two slashes
  // would mark the beginning of a host name.
  const path = template.startsWith('/{+') ? filled.replace(/^\/{2,}/, '/') : filled
  const dots = /^[^?]*\/((?:\.|%2e){1,2})(?=[/?]|$)/i.exec(path)?.[1]
  if (dots === undefined) return path
  throw new SerializationError(
    `The values for "${template}" make the segment "${dots}", which changes the path of the URL.`,
  )
}

/** Writes the query without "?": "limit=10&tags=a&tags=b"; empty if there are no values. */
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
 * Writes a parameter that is the whole query: a form, or another media type in percent-encoding; empty if
 * there is no value.
 * @throws {SerializationError} for a form whose value is not an object.
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
  if (mediaTypeEssence(mediaType) !== 'application/x-www-form-urlencoded')
    return encodeStrict(asContent(mediaType, value))
  if (typeof value === 'object') return serializeForm(value, encoding)
  throw new SerializationError(`The query must be an object, not "${plainJsonText(value)}".`)
}

/**
 * Writes header parameters, without percent-encoding. Items are checked one by one, because white space
 * around list items is ignored (RFC 9110, 5.6.1).
 * @throws {SerializationError} for characters that headers cannot contain.
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
 * Writes the `Cookie` header; empty if there are no values. An exploded array or object becomes one cookie
 * per item. Browsers do not allow programs to set this header.
 * @throws {SerializationError} for values that the style `cookie`, which does not encode, cannot express.
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

/** Checks a cookie's name or value, neither of which is encoded. @see RFC 6265, 4.1.1 */
function checkCookie(text: string): string {
  if (/^[!#-+\--:<-[\]-~]*$/.test(text)) return text
  throw new SerializationError(`"${text}" has a character that must be encoded in a cookie.`)
}

/**
 * Rejects control characters other than tabs, which could start another header, characters beyond Latin-1,
 * and white space at either end, which receivers drop. The error message omits the value because it may be
 * secret.
 * @see RFC 9110, 5.5
 */
export function checkHeaderValue(name: string, value: string): string {
  if (/^[\t -~\x80-\xff]*$/.test(value) && !/^[\t ]|[\t ]$/.test(value)) return value
  throw new SerializationError(`Header "${name}" must be printable Latin-1 without spaces at its ends.`)
}
