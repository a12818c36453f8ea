import type { JsonSchema, Schema } from '@concordat/runtime/schema'
import { foldSchema } from '@concordat/runtime/schema-view'
import type { Maker } from './maker.ts'

/**
 * Replaces a schema that allows no value. This happens if, for example, a shared envelope says that "result"
 * is a list but a response says that it is a pet. The last schema of each contradictory property is kept.
 */
export function soundSchema(whole: Schema, maker: Maker): Schema {
  return foldSchema<Schema>(whole, ({ schema, path }, of) => {
    const found = sound.get(schema) ?? (path.length > DEEPEST ? schema : madeSound(schema, maker, of))
    sound.set(schema, found)
    return found
  })
}

/** Maximum depth, for recursive schemas. */
const DEEPEST = 20

/** Replacements found so far, so that the same schema always gets the same one. */
const sound = new WeakMap<Schema, Schema>()

function madeSound(schema: Schema, maker: Maker, of: (part: Schema, step: string) => Schema): Schema {
  const { written, properties, required } = schema
  const isMakeable = (part: Schema): boolean => maker.makeIfPossible(part, 'value') !== undefined
  if (typeof written === 'boolean' || isMakeable(schema)) return schema
  const members = [...properties]
  if (members.every(([, member]) => isMakeable(member)))
    return (written.allOf ?? []).map((part) => schema.document.of(part)).findLast(isMakeable) ?? schema
  const sounded = members.map(([name, member]): [string, JsonSchema] => [name, of(member, name).written])
  // A required name that the envelope does not define belongs to the item in the envelope.
  const named = [...required].filter((name) => properties.has(name))
  const whole = schema.document.of({
    type: 'object',
    properties: Object.fromEntries(sounded),
    required: named,
  })
  return isMakeable(whole) ? whole : schema
}
