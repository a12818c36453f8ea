import type { JsonSchema, Schema } from '@concordat/runtime/schema'
import type { Names } from '../values/names.ts'
import { sample } from '../values/sample.ts'
import { Unmakeable } from '../values/unmakeable.ts'

/** A word that describes a string, and the schema that it means. The first that fits counts, so that "date-time" stands before "date". */
const KINDS: readonly (readonly [words: RegExp, schema: JsonSchema])[] = [
  [/\bjson\b/i, { enum: ['{}'] }],
  [/e-?mail/i, { type: 'string', format: 'email' }],
  [/\b(ur[li]|link|web ?address)\b/i, { type: 'string', format: 'uri' }],
  [/uuid|guid/i, { type: 'string', format: 'uuid' }],
  [/date-?time|timestamp|rfc ?3339|iso ?8601/i, { type: 'string', format: 'date-time' }],
  [/\bdate\b|yyyy-mm-dd/i, { type: 'string', format: 'date' }],
  [/\btime\b|hh:mm/i, { type: 'string', format: 'time' }],
  [/phone/i, { type: 'string', pattern: '^\\+1202555\\d{4}$' }],
  [/ip(v4)? ?address|\bip\b/i, { type: 'string', format: 'ipv4' }],
  [/host ?name|domain/i, { type: 'string', format: 'hostname' }],
  [/digits|numeric|number|integer/i, { type: 'string', pattern: '^[1-9]\\d{3}$' }],
  [/\bbool(ean)?\b/i, { enum: ['true'] }],
  [/lower-?case|slug|alphanumeric|letters/i, { type: 'string', pattern: '^[a-z]{8}$' }],
]
const LIST =
  /(?:one of|among|allowed(?: values)?(?: are)?|valid (?:values|choices|options)(?: are)?|expected)\s*:?\s*[[({]?([^\])}\n]+)/i
const PATTERN = /(?:match(?:es)?|pattern|regexp?|expression)\D{0,20}?["'/`](\S+?)["'/`](?:[\s"',.}\]]|$)/i
const MOST =
  /(?:at most|max(?:imum)?(?: length)?(?: is| of)?|(?:no|not) (?:more|longer|greater) than|less than(?: or equal to)?|up to|<=?)\D{0,3}(\d+)/i
const LEAST =
  /(?:at least|min(?:imum)?(?: length)?(?: is| of)?|(?:no|not) (?:less|fewer|shorter) than|(?:greater|more) than(?: or equal to)?|>=?)\D{0,3}(\d+)/i

/**
 * A value that the words of a refusal ask for, and that the schema allows: "must be one of [a, b]", "not a valid e-mail address",
 * "at most 5 characters".
 * @returns `undefined` where nothing that they ask for could be made.
 */
export function hintedValue(words: string, schema: Schema, names: Names): unknown {
  for (const value of candidates(words, schema, names)) if (schema.allows(value)) return value
  return undefined
}

function* candidates(words: string, schema: Schema, names: Names): Generator<unknown> {
  const isNumber = schema.types.includes('integer') || schema.types.includes('number')
  for (const text of listed(words)) yield isNumber ? Number(text) : text
  if (isNumber) {
    yield* numbersWanted(words)
    return
  }
  for (const wanted of textsWanted(words)) {
    try {
      yield sample(schema.beside(wanted), { names, variant: 'full' })
    } catch (error) {
      if (!(error instanceof Unmakeable)) throw error
    }
  }
}

function* numbersWanted(words: string): Generator<number> {
  const most = numberIn(MOST, words)
  const least = numberIn(LEAST, words)
  if (least !== undefined || most !== undefined) yield (least ?? Number(most) - 2) + 1
  if (/positive|greater|not be (?:zero|negative)/i.test(words)) yield 1
}

/** Schemas of the texts that the words describe. */
function* textsWanted(words: string): Generator<JsonSchema> {
  const pattern = PATTERN.exec(words)?.[1]
  if (pattern !== undefined) yield { type: 'string', pattern }
  yield* KINDS.filter(([kind]) => kind.test(words)).map(([, made]) => made)
  const most = numberIn(MOST, words)
  const least = numberIn(LEAST, words)
  if (least === undefined && most === undefined) return
  yield {
    type: 'string',
    ...(least !== undefined && { minLength: least + 1 }),
    ...(most !== undefined && { maxLength: Math.max(1, most - 1) }),
  }
}

/** What a list in the words names, as it stands there and in single words. */
function listed(words: string): readonly string[] {
  const list = LIST.exec(words)?.[1] ?? ''
  return list
    .split(/\s*(?:,|\bor\b|\||;)\s*/)
    .map((text) => text.replace(/^[\s"'`\\]+|[\s"'`\\.]+$/g, ''))
    .filter((text) => text !== '' && !/\s/.test(text))
}

function numberIn(expression: RegExp, words: string): number | undefined {
  const found = expression.exec(words)?.[1]
  return found === undefined ? undefined : Number(found)
}
