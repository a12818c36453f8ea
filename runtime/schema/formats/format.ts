import { isEmail, isHostname, isIdnEmail, isIpv4, isIpv6 } from './host.ts'
import { isByte, isJsonPointer, isRegex, isRelativeJsonPointer, isUriTemplate, isUuid } from './text.ts'
import { isDate, isDateTime, isDuration, isTime } from './time.ts'
import { isIri, isIriReference, isUri, isUriReference } from './uri.ts'

const anything = () => true

/** @see JSON Schema Validation 2020-12, 7.3, and the OpenAPI Format Registry */
const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date-time', isDateTime],
  ['date', isDate],
  ['time', isTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['idn-email', isIdnEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['iri', isIri],
  ['iri-reference', isIriReference],
  ['uri-template', isUriTemplate],
  ['uuid', isUuid],
  ['regex', isRegex],
  ['json-pointer', isJsonPointer],
  ['relative-json-pointer', isRelativeJsonPointer],
  ['byte', isByte],
  ['binary', anything],
  ['password', anything],
])

/**
 * Whether a string has a format. Formats of numbers, such as int32, say nothing of strings and are unknown here.
 * @returns `undefined` for an unknown format, which allows every string.
 */
export function isValidFormat(format: string, value: string): boolean | undefined {
  return FORMATS.get(format)?.(value)
}

/** The test of a format; `undefined` for an unknown one. */
export function formatTest(format: string): ((text: string) => boolean) | undefined {
  return FORMATS.get(format)
}
