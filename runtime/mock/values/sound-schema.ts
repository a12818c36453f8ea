import { propertiesOf, requiredOf } from '@concordat/contract/document'
import { isObject } from '@concordat/runtime/json'
import type { Maker } from './maker.ts'

/**
 * A schema in place of one that no value fits, as where an envelope that says "result is a list" is shared by an answer that says "result is
 * a pet": of each member that contradicts itself it has what is said last.
 */
export function soundSchema(schema: unknown, maker: Maker): unknown {
  const found = isObject(schema) ? sound.get(schema) : schema
  if (found !== undefined || !isObject(schema)) return found
  const made = madeSound(schema, maker)
  sound.set(schema, made)
  return made
}

/** The same schema stands for another each time it is asked for. */
const sound = new WeakMap<object, unknown>()

function madeSound(schema: Readonly<Record<string, unknown>>, maker: Maker): unknown {
  const { definitions } = maker
  const isMakeable = (part: unknown): boolean => maker.makeIfPossible(part, 'value') !== undefined
  if (isMakeable(schema)) return schema
  const members = [...propertiesOf(schema, definitions)]
  if (members.every(([, member]) => isMakeable(member))) {
    const { allOf } = schema
    return (Array.isArray(allOf) ? allOf : []).findLast(isMakeable) ?? schema
  }
  const properties = Object.fromEntries(members.map(([name, member]) => [name, soundSchema(member, maker)]))
  // What is required of the envelope and is no member of it, is meant of the item within.
  const required = [...requiredOf(schema, definitions)].filter((name) => Object.hasOwn(properties, name))
  const whole = { type: 'object', properties, required }
  return isMakeable(whole) ? whole : schema
}
