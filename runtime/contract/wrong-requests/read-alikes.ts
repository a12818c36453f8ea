import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'

/** A value that a careless reader takes for a valid one. */
export interface ReadAlike {
  /** Property names and indexes down to it. */
  readonly path: readonly string[]
  readonly kind: 'text for a number' | 'text for a boolean' | 'choice in another case'
  /** What stands there, and what is right. */
  readonly given: string
  readonly right: unknown
  /** The whole value with it, and with what nobody takes for right. */
  readonly value: unknown
  readonly plain: unknown
}

const MAX_DEPTH = 4

/** Every value at or below a valid one, once as what only reads like it: "5" for 5, "true" for true, "HIGH" for "high". */
export function* readAlikes(schema: Schema, value: unknown, depth = 0): Generator<ReadAlike> {
  yield* alikeOf(schema, value)
  if (depth >= MAX_DEPTH) return
  const inner = function* (part: Schema, member: unknown, step: string): Generator<ReadAlike> {
    for (const alike of readAlikes(part, member, depth + 1)) yield { ...alike, path: [step, ...alike.path] }
  }
  if (isObject(value)) {
    for (const [name, part] of schema.properties)
      if (Object.hasOwn(value, name))
        for (const alike of inner(part, value[name], name))
          yield {
            ...alike,
            value: { ...value, [name]: alike.value },
            plain: { ...value, [name]: alike.plain },
          }
  } else if (Array.isArray(value) && value.length > 0) {
    const [first, ...others] = value
    for (const alike of inner(schema.items, first, '0'))
      yield { ...alike, value: [alike.value, ...others], plain: [alike.plain, ...others] }
  }
}

function* alikeOf(schema: Schema, value: unknown): Generator<ReadAlike> {
  const alike = (kind: ReadAlike['kind'], given: string, plain: string): ReadAlike => ({
    path: [],
    ...{ kind, given, right: value, value: given, plain },
  })
  const { types } = schema
  if (typeof value === 'number' && !types.includes('string'))
    yield alike('text for a number', String(value), 'not-a-number')
  if (types.includes('boolean') && !types.includes('string')) {
    const right = typeof value === 'boolean' ? value : true
    yield { ...alike('text for a boolean', String(right), 'not-a-boolean'), right }
  }
  const other = otherCase(schema, value)
  if (other !== undefined) yield alike('choice in another case', other, 'not-one-of-these')
}

/** A choice in capitals, or in small letters where that is what it is; `undefined` where the case makes no difference. */
export function otherCase({ keywords }: Schema, value: unknown): string | undefined {
  const choices = keywords.enum ?? ('const' in keywords ? [keywords.const] : [])
  if (typeof value !== 'string' || !choices.includes(value)) return undefined
  return [value.toUpperCase(), value.toLowerCase()].find((text) => !choices.includes(text))
}
