import type { SchemaObject } from '@concordat/runtime/schema'
import { formatOfName, textOfTime } from '../../lexicon/lexicon.ts'
import type { Names } from './names.ts'
import { madeTextFitsPattern, madeTextForPattern } from './pattern.ts'
import { uuidFrom } from './random.ts'
import type { SampleOptions } from './sample-options.ts'
import { LONGEST_MADE, Unmakeable } from './unmakeable.ts'

/**
 * Times increase from here in steps of one minute, so that a start is before an end that comes later in the
 * schema.
 */
const FIRST_TIME = Date.UTC(2030, 0, 1)
const MINUTE_MS = 60_000

const FORMATS: Readonly<Record<string, (names: Names) => string>> = {
  uuid: ({ random }) => uuidFrom(random),
  'date-time': (names) => timeOf(names),
  date: (names) => timeOf(names).slice(0, 10),
  time: (names) => timeOf(names).slice(11),
  duration: () => 'PT1H',
  email: (names) => `${names.tag()}@example.com`,
  'idn-email': (names) => `${names.tag()}@example.com`,
  hostname: (names) => `${names.tag()}.example.com`,
  'idn-hostname': (names) => `${names.tag()}.example.com`,
  uri: (names) => `https://example.com/${names.tag()}`,
  url: (names) => `https://example.com/${names.tag()}`,
  iri: (names) => `https://example.com/${names.tag()}`,
  'uri-reference': (names) => `/${names.tag()}`,
  'iri-reference': (names) => `/${names.tag()}`,
  'uri-template': (names) => `/${names.tag()}/{id}`,
  'json-pointer': (names) => `/${names.tag()}`,
  ipv4: (names) => `192.0.2.${1 + (names.count() % 254)}`,
  ipv6: (names) => `2001:db8::${(names.count() % 0xffff).toString(16)}`,
  byte: (names) => btoa(names.tag()),
  regex: () => '^a+$',
  // Commonly used formats that are not in the OpenAPI or JSON Schema registries.
  datetime: (names) => timeOf(names),
  timestamp: (names) => timeOf(names),
  'iso-8601': (names) => timeOf(names),
  iso8601: (names) => timeOf(names),
  ip: (names) => `192.0.2.${1 + (names.count() % 254)}`,
  cidr: (names) => `192.0.2.${1 + (names.count() % 254)}/32`,
  mac: (names) => `02:00:00:00:00:${(names.count() % 256).toString(16).padStart(2, '0')}`,
  phone: (names) => phoneOf(names),
  'phone-number': (names) => phoneOf(names),
  tel: (names) => phoneOf(names),
  e164: (names) => phoneOf(names),
  color: (names) => `#${(names.count() % 0xffffff).toString(16).padStart(6, '0')}`,
  base64: (names) => btoa(names.tag()),
  base64url: (names) => btoa(names.tag()).replace(/=+$/, ''),
  int32: (names) => String(names.count()),
  int64: (names) => String(names.count()),
  uint32: (names) => String(names.count()),
  uint64: (names) => String(names.count()),
  decimal: (names) => `${names.count()}.5`,
  currency: () => 'EUR',
  'country-code': () => 'DE',
  language: () => 'en',
  locale: () => 'en-US',
  timezone: () => 'UTC',
  cron: () => '0 3 * * *',
  semver: (names) => `1.0.${names.count()}`,
}

/**
 * Creates a string from the format or, if there is none, from the property's name and a unique tag. If that
 * does not match the pattern, creates one from the pattern.
 * @throws Unmakeable if no string with the pattern and length is found, or if it would be too long for a
 * request.
 */
export function sampleString(keywords: SchemaObject, { names, hint = 'text' }: SampleOptions): string {
  const min = keywords.minLength ?? 0
  const max = keywords.maxLength ?? Number.POSITIVE_INFINITY
  if (min > LONGEST_MADE)
    throw new Unmakeable(`"${hint}" must have at least ${min} characters, which is too many for a request`)
  const format = FORMATS[keywords.format?.toLowerCase() ?? '']
  const named = keywords.format === undefined ? formatNamed(hint, { names, min, max }) : undefined
  const plain = format?.(names) ?? named ?? lengthen(`${hint}-${names.tag()}`, { min, max })
  const { pattern } = keywords
  if (typeof pattern !== 'string' || madeTextFitsPattern(plain, pattern)) return plain
  const made = madeTextForPattern(pattern, names.random, {
    min,
    max: Number.isFinite(max) ? max : min + 1000,
  })
  if (made !== undefined) return made
  const length = min > 0 || max < Number.POSITIVE_INFINITY ? ' and has the required length' : ''
  throw new Unmakeable(
    `Concordat found no string for "${hint}" that matches the pattern "${pattern}"${length}`,
  )
}

/** Creates a string of the format that a property's name implies; `undefined` if none has the length. */
function formatNamed(
  hint: string,
  { names, min, max }: { readonly names: Names; readonly min: number; readonly max: number },
): string | undefined {
  const text = FORMATS[formatOfName(hint) ?? '']?.(names)
  return text !== undefined && text.length >= min && text.length <= max ? text : undefined
}

/**
 * Returns a telephone number that is assigned to nobody. @see North American Numbering Plan, 555 line numbers
 */
function phoneOf(names: Names): string {
  return `+120255501${String(names.count() % 100).padStart(2, '0')}`
}

/** Shortens or pads a string at the front, because its unique part is at the end. */
function lengthen(text: string, { min, max }: { min: number; max: number }): string {
  return text.length > max ? text.slice(text.length - max) : text.padStart(min, 'x')
}

function timeOf(names: Names): string {
  return textOfTime(FIRST_TIME + names.count() * MINUTE_MS)
}
