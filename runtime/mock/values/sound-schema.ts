import type { JsonSchema, Schema } from '@concordat/runtime/schema'
import type { Maker } from './maker.ts'

/**
 * A schema in place of one that no value fits, as where an envelope that says "result is a list" is shared by an answer that says "result is
 * a pet": of each member that contradicts itself it has what is said last.
 */
export function soundSchema(schema: Schema, maker: Maker): Schema {
  const found = sound.get(schema) ?? madeSound(schema, maker)
  sound.set(schema, found)
  return found
}

/** The same schema stands for another each time it is asked for. */
const sound = new WeakMap<Schema, Schema>()

function madeSound(schema: Schema, maker: Maker): Schema {
  const { written, properties, required } = schema
  const isMakeable = (part: Schema): boolean => maker.makeIfPossible(part, 'value') !== undefined
  if (typeof written === 'boolean' || isMakeable(schema)) return schema
  const members = [...properties]
  if (members.every(([, member]) => isMakeable(member)))
    return (written.allOf ?? []).map((part) => schema.beside(part)).findLast(isMakeable) ?? schema
  const sounded = members.map(([name, member]): [string, JsonSchema] => [
    name,
    soundSchema(member, maker).written,
  ])
  // What is required of the envelope and is no member of it, is meant of the item within.
  const named = [...required].filter((name) => properties.has(name))
  const whole = schema.beside({ type: 'object', properties: Object.fromEntries(sounded), required: named })
  return isMakeable(whole) ? whole : schema
}
