import type { Schema } from '@concordat/runtime/schema'
import { textFitsPattern, textForPattern } from './pattern.ts'
import { type Random, uuidFrom } from './random.ts'

/** True for octets in a text, in any version of OpenAPI. */
export function isBase64Schema({ keywords: { format, contentEncoding } }: Schema): boolean {
  return format === 'byte' || contentEncoding === 'base64'
}

/** Large, and still an `int32`: a server may refuse a larger number for its size. */
const LARGEST_INTEGER = 2_147_483_647
/** Large enough that no two in a run are the same by chance: a PUT to one may have created it. */
const FAR = 1_000_000
/** Minimum lengths to try, so that a made-up name does not exist by chance, as one of two characters may. */
const LENGTHS = [16, 8, 4, 3]

/**
 * A well-formed value of a path parameter that does not exist.
 * @returns `undefined` if every valid value is known, as in an enum or const, or there are so few that any
 * may exist.
 */
export function unknownValue(schema: Schema, random: Random): string | undefined {
  if (schema.listed !== undefined) return undefined
  const { pattern, maxLength: max, maximum: most } = schema.keywords
  const number = String(
    typeof most === 'number' ? most - random.below(1000) : LARGEST_INTEGER - random.below(FAR),
  )
  if (schema.mayBeNumber) return number
  const uuid = isBase64Schema(schema) ? btoa(uuidFrom(random)) : uuidFrom(random)
  if (typeof pattern === 'string') return unlikelyMatch(pattern, { random, candidates: [uuid, number] })
  return typeof max === 'number' ? uuid.slice(0, max) : uuid
}

/**
 * A value of the same form as an existing one: a number for a number, other letters and digits after the same
 * prefix.
 * @returns `undefined` if the existing one is not an id, which has digits, or is so short that the other may
 * exist as well.
 */
export function unknownLike(known: string, random: Random): string | undefined {
  if (/^\d+$/.test(known)) return String(LARGEST_INTEGER - random.below(FAR))
  const [, prefix = '', rest = ''] = /^(.*[_:-])?([^_:-]*)$/s.exec(known) ?? []
  const changing = rest.replace(/[^a-zA-Z\d]/g, '')
  if (changing.length < LEAST_CHANGING || !/\d/.test(changing)) return undefined
  return prefix + rest.replace(/[a-z]|[A-Z]|\d/g, (character) => another(character, random))
}

/** Minimum number of changed letters and digits: fewer may match another item by chance. */
const LEAST_CHANGING = 8

function another(character: string, random: Random): string {
  if (/\d/.test(character)) return String(random.below(10))
  const letter = String.fromCharCode('a'.charCodeAt(0) + random.below(HEX_LETTERS))
  return /[a-z]/.test(character) ? letter : letter.toUpperCase()
}

/** Number of letters in hexadecimal texts. */
const HEX_LETTERS = 6

/** Short texts that match a pattern look like real ids and aliases; longer ones are less likely to exist. */
function unlikelyMatch(
  pattern: string,
  { random, candidates }: { random: Random; candidates: readonly string[] },
): string | undefined {
  const fitting = candidates.find((candidate) => textFitsPattern(candidate, pattern))
  if (fitting !== undefined) return fitting
  return LENGTHS.map((min) => textForPattern(pattern, random, { min })).find((text) => text !== undefined)
}

/**
 * A value that the schema excludes, however a server parses it.
 * @returns `undefined` if plain text is allowed: then nothing in a path segment is malformed.
 */
export function malformedValue(schema: Schema): string | undefined {
  const { format } = schema.keywords
  const { mayBeNumber: isNumber } = schema
  const value = isNumber ? 'not-a-number' : `not-a-${format ?? 'value'}`
  return (isNumber || format !== undefined) && !schema.allows(value) ? value : undefined
}
