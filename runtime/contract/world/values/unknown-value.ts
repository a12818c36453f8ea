import type { Schema } from '@concordat/runtime/schema'
import { isUuid } from '../../data/document/identifier.ts'
import { madeTextFitsPattern, madeTextForPattern } from './pattern.ts'
import { type Random, uuidFrom } from './random.ts'

/** True for a string of base64-encoded data, as declared in any version of OpenAPI. */
export function isSampledAsBase64({ keywords: { format, contentEncoding } }: Schema): boolean {
  return format === 'byte' || contentEncoding === 'base64'
}

/** Large, but still an `int32`: a server may reject a larger number because of its size. */
const LARGEST_INTEGER = 2_147_483_647
/**
 * Number of values to choose from. It is so large that a run is unlikely to choose the same value twice,
 * because a PUT might have created an item with that value.
 */
const FAR = 1_000_000
/** Minimum lengths to try, longest first, because a longer made-up name is less likely to exist by chance. */
const LENGTHS = [16, 8, 4, 3]

/** A number with nine digits, for services whose ids are short. They can reject a larger one unread. */
const LARGEST_SHORT = 999_999_999
const SHORT_ID = /^\d{1,6}$/

/**
 * Creates a well-formed path parameter value that is unlikely to name an existing item.
 * @param known The id of an existing item.
 * @returns `undefined` if every valid value is known, as with an enum or const, or if no long enough string
 * that matches the pattern is found.
 */
export function unknownValue(schema: Schema, random: Random, known = ''): string | undefined {
  if (schema.values.listed !== undefined) return undefined
  const { pattern, maxLength: max, maximum: most } = schema.keywords
  const large = SHORT_ID.test(known) ? LARGEST_SHORT : LARGEST_INTEGER
  const number = String(typeof most === 'number' ? most - random.below(1000) : large - random.below(FAR))
  if (schema.values.mayBeNumbers) return number
  const uuid = isSampledAsBase64(schema) ? btoa(uuidFrom(random)) : uuidFrom(random)
  if (typeof pattern === 'string') return unlikelyMatch(pattern, { random, candidates: [uuid, number] })
  return typeof max === 'number' ? uuid.slice(0, max) : uuid
}

/**
 * Creates an unknown value in the form of an existing one, because servers can parse a value before they
 * search for it.
 * @returns `undefined` if `unknownValue` already has that form, or if no such value is possible.
 */
export function unknownLike(known: string, schema: Schema, random: Random): string | undefined {
  if (schema.values.mayBeNumbers || isUuid(known)) return undefined
  const value = inFormOf(known, random)
  return value !== undefined && schema.allows(value) ? value : undefined
}

/**
 * Creates a number for a number, or other letters and digits after the same prefix.
 * @returns `undefined` if the existing value is not an id, because it has no digits, or is so short that the
 * new value may exist as well.
 */
function inFormOf(known: string, random: Random): string | undefined {
  if (/^\d+$/.test(known)) return String(LARGEST_INTEGER - random.below(FAR))
  const [, prefix = '', rest = ''] = /^(.*[_:-])?([^_:-]*)$/s.exec(known) ?? []
  const changing = rest.replace(/[^a-zA-Z\d]/g, '')
  if (changing.length < LEAST_CHANGING || !/\d/.test(changing)) return undefined
  return prefix + rest.replace(/[a-z]|[A-Z]|\d/g, (character) => another(character, random))
}

/** Minimum number of changed letters and digits. With fewer, the value may match another item by chance. */
const LEAST_CHANGING = 8

function another(character: string, random: Random): string {
  if (/\d/.test(character)) return String(random.below(10))
  const letter = String.fromCharCode('a'.charCodeAt(0) + random.below(HEX_LETTERS))
  return /[a-z]/.test(character) ? letter : letter.toUpperCase()
}

/** Number of letters among the hexadecimal digits, "a" to "f". */
const HEX_LETTERS = 6

/**
 * Finds a string that matches the pattern and is unlikely to name an existing item. Short strings often look
 * like real ids and aliases, so longer ones are tried first.
 */
function unlikelyMatch(
  pattern: string,
  { random, candidates }: { random: Random; candidates: readonly string[] },
): string | undefined {
  const fitting = candidates.find((candidate) => madeTextFitsPattern(candidate, pattern))
  if (fitting !== undefined) return fitting
  return LENGTHS.map((min) => madeTextForPattern(pattern, random, { min })).find((text) => text !== undefined)
}

/**
 * Creates a value that the schema excludes, however a server parses it.
 * @returns `undefined` if plain text is allowed, because then nothing in a path segment is malformed.
 */
export function malformedValue(schema: Schema): string | undefined {
  const { format } = schema.keywords
  const isNumber = schema.values.mayBeNumbers
  const value = isNumber ? 'not-a-number' : `not-a-${format ?? 'value'}`
  return (isNumber || format !== undefined) && !schema.allows(value) ? value : undefined
}
