import type { Schema } from '@concordat/runtime/schema'
import type { Told, ToldSchema } from '../../../lexicon/lexicon.ts'
import type { Names } from '../../values/names.ts'
import { sampleValue } from '../../values/sample.ts'
import { Unmakeable } from '../../values/unmakeable.ts'

/**
 * Creates a value that a refusal asks for and that the schema allows: "must be one of [a, b]", "not a valid
 * e-mail address", "at most 5 characters".
 * @returns `undefined` if no such value can be created.
 */
export function hintedBodyValue(told: Told, schema: Schema, names: Names): unknown {
  for (const value of candidates(told, schema, names)) if (schema.allows(value)) return value
  return undefined
}

function* candidates(told: Told, schema: Schema, names: Names): Generator<unknown> {
  for (const text of told.list) yield* [text, scalarOf(text)]
  const { least, most = Number.POSITIVE_INFINITY } = told
  if (schema.values.mayBeNumbers) yield Math.min((least ?? most - 2) + 1, most)
  for (const wanted of textsWanted(told)) {
    for (const text of wanted.enum ?? []) yield scalarOf(text)
    if (schema.values.mayBeNumbers) continue
    try {
      yield sampleValue(schema.document.of(wanted), { names, variant: 'full' })
    } catch (error) {
      if (!(error instanceof Unmakeable)) throw error
    }
  }
}

/** Generates schemas for the strings that the refusal asks for. */
function* textsWanted({ pattern, schemas, least, most }: Told): Generator<ToldSchema> {
  if (pattern !== undefined) yield { type: 'string', pattern }
  yield* schemas
  if (least === undefined && most === undefined) return
  const minLength = Math.max(0, Math.min((least ?? -1) + 1, most ?? Number.POSITIVE_INFINITY))
  yield {
    ...{ type: 'string', minLength },
    ...(most !== undefined && { maxLength: Math.max(1, minLength, most - 1) }),
  }
}

/** Returns the boolean or number that a string represents or, if it represents none, the string itself. */
function scalarOf(text: string): unknown {
  return /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(text) ? JSON.parse(text) : text
}
