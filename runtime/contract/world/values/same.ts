import { isObject } from '@concordat/runtime/json'
import { identifierInPath } from '../../data/document/identifier.ts'
import { identifiers, timeOfText } from '../../lexicon/lexicon.ts'

/** Seconds in each unit of a duration as Go writes it: "1h30m". */
const SECONDS = new Map(
  Object.entries({ ns: 1e-9, us: 1e-6, '\u00b5s': 1e-6, '\u03bcs': 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 }),
)
const DURATION = /^(?:\d+(?:\.\d+)?(?:[nu\u00b5\u03bcm]?s|[mh]))+$/
/** Relative difference that the sums can have because of rounding. */
const TOLERANCE = 1e-12

/** Minimum length, in characters, of a value that is unlikely to occur by chance. */
const LEAST_DISTINCTIVE = 6

/** True for a value that a server is unlikely to show by chance: a long one that contains a digit. */
export function isDistinctive(value: unknown): boolean {
  const text = identifierInPath(value) ?? ''
  return text.length >= LEAST_DISTINCTIVE && /\d/.test(text)
}

/**
 * True if a server kept a value. Times are equal if they are the same instant, to the millisecond, and
 * durations such as "90m" and "1h30m0s" if they are equally long. Objects may have additional properties,
 * from defaults. A name may be expanded to the full object, or the object reduced to its name: `2` and
 * `{ "id": 2, "name": "main" }`. Arrays keep their order, except names that are expanded, because these are
 * members of a set.
 */
export function isKeptValue(sent: unknown, received: unknown): boolean {
  if (Array.isArray(sent)) {
    if (!Array.isArray(received)) return false
    const isSame =
      sent.length === received.length && sent.every((item, index) => isKeptValue(item, received[index]))
    return isSame || isExpandedSet(sent, received)
  }
  if (isObject(sent) !== isObject(received)) return isNamed(sent, received) || isNamed(received, sent)
  if (isObject(sent)) {
    return (
      isObject(received) &&
      Object.entries(sent).every(
        ([name, value]) => Object.hasOwn(received, name) && isKeptValue(value, received[name]),
      )
    )
  }
  const [one, other] = [timeOfText(sent), timeOfText(received)]
  if (one !== undefined && other !== undefined) return one === other
  return sent === received || isSameDuration(secondsOfText(sent), secondsOfText(received))
}

function isSameDuration(one = Number.NaN, other = Number.NaN): boolean {
  return Math.abs(one - other) <= TOLERANCE * Math.max(one, other)
}

/** Converts a duration as Go writes it to seconds; `undefined` for anything else. */
function secondsOfText(value: unknown): number | undefined {
  if (typeof value !== 'string' || !DURATION.test(value)) return undefined
  const parts = [...value.matchAll(/([\d.]+)(\D+)/g)]
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (SECONDS.get(unit) ?? 0), 0)
}

/** True if a string or number is the name of an object. */
function isNamed(name: unknown, shown: unknown): boolean {
  if (!isObject(shown) || identifierInPath(name) === undefined) return false
  return identifiers.naming.valuesIn(shown).includes(name)
}

/** True if a list has an object for each of these names, and no other object. */
function isExpandedSet(names: readonly unknown[], shown: readonly unknown[]): boolean {
  return (
    names.every((name) => shown.some((one) => isNamed(name, one))) &&
    shown.every((one) => names.some((name) => isNamed(name, one)))
  )
}

/** True if two values are the same to a client: neither has a part that the other lacks. */
export function isSameAsKept(left: unknown, right: unknown): boolean {
  return isKeptValue(left, right) && isKeptValue(right, left)
}

/**
 * Formats whose strings are case-insensitive.
 * @see RFC 5321, 2.4; RFC 1123, 2.1; RFC 9562, 4; RFC 5952, 4.3
 */
const IN_ANY_CASE = ['email', 'idn-email', 'hostname', 'idn-hostname', 'uuid', 'ipv6']

/**
 * True if two strings are equivalent in a format: `Zoe@Example.org` and `zoe@example.org`,
 * `https://example.org` and `https://example.org/`, the decimals `7.5` and `7.500`.
 */
export function isSameAsKeptByFormat(format: unknown, left: unknown, right: unknown): boolean {
  if (typeof left !== 'string' || typeof right !== 'string' || typeof format !== 'string') return false
  if (IN_ANY_CASE.includes(format)) return left.toLowerCase() === right.toLowerCase()
  if (format === 'decimal') return shortDecimal(left) === shortDecimal(right)
  if (format !== 'uri' && format !== 'url') return false
  return URL.parse(left)?.href === URL.parse(right)?.href && URL.canParse(left)
}

/** A decimal without zeros that mean nothing, and anything else unchanged: "7.5" for "+07.50". */
function shortDecimal(text: string): string {
  const [, sign = '', whole = '', part = ''] = /^([+-]?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  if (whole === '') return text
  return `${sign === '-' ? sign : ''}${whole}${part === '' ? '' : `.${part}`}`
}

/**
 * True for JSON-LD, in which equal data has many forms: a name may be short or an IRI, and a list with one
 * value may be that value.
 * @see https://www.w3.org/TR/json-ld11/#compacted-document-form
 */
export function isLinkedData(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, '@context')
}

/** True for a keyword of JSON-LD that says how to read an object: "@context", "@type". */
export function isLinkedDataKeyword(name: string): boolean {
  return /^@(?!id$)[a-z]+$/i.test(name)
}

/** True if JSON-LD has only one form for a property's value: plain text, a number or a boolean. */
export function hasOneFormInLinkedData(name: string, value: unknown): boolean {
  return !name.startsWith('@') && (typeof value !== 'object' || value === null)
}
