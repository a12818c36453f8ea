import { toldBounds, toldFormats, toldList, toldPattern } from '@concordat/runtime/lexicon'
import type { JsonSchema, Schema } from '@concordat/runtime/schema'
import type { Names } from '../values/names.ts'
import { sample } from '../values/sample.ts'
import { Unmakeable } from '../values/unmakeable.ts'

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
  const { mayBeNumber: isNumber } = schema
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
  const { least, most } = toldBounds(words)
  if (least !== undefined || most !== undefined) yield (least ?? Number(most) - 2) + 1
  if (/positive|greater|not be (?:zero|negative)/i.test(words)) yield 1
}

/** Schemas of the texts that the words describe. */
function* textsWanted(words: string): Generator<JsonSchema> {
  const pattern = toldPattern(words)
  if (pattern !== undefined) yield { type: 'string', pattern }
  yield* toldFormats.filter((told) => told.words.test(words)).map(({ schema }) => schema)
  const { least, most } = toldBounds(words)
  if (least === undefined && most === undefined) return
  yield {
    type: 'string',
    ...(least !== undefined && { minLength: least + 1 }),
    ...(most !== undefined && { maxLength: Math.max(1, most - 1) }),
  }
}

/** What a list in the words names, as it stands there and in single words. */
function listed(words: string): readonly string[] {
  return toldList(words)
    .split(/\s*(?:,|\bor\b|\||;)\s*/)
    .map((text) => text.replace(/^[\s"'`\\]+|[\s"'`\\.]+$/g, ''))
    .filter((text) => text !== '' && !/\s/.test(text))
}
