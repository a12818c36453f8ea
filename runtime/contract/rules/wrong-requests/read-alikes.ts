import { setAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'

/** A value that a careless parser mistakes for a valid one. */
interface ReadAlike {
  /** Property names and indexes on the path to the value. */
  readonly path: readonly string[]
  readonly kind: 'text for a number' | 'text for a boolean' | 'choice in another case' | 'space at the end'
  /** The string in that location. */
  readonly given: string
  readonly right: unknown
  /** The whole value with that string; `plain` is the whole value with a string that no parser accepts. */
  readonly value: unknown
  readonly plain: unknown
}

/** Maximum depth of a value below a body property. */
const DEEPEST = 3

/**
 * Generates copies of a valid value in which one part is replaced with a string that can be misread as valid:
 * "5" for 5, "true" for true, "HIGH" for "high", "Zoe " for "Zoe".
 */
export function* misreadValues(schema: Schema, whole: unknown): Generator<ReadAlike> {
  for (const { value, beside, path } of namedParts.parts(whole, schema, DEEPEST))
    for (const alike of alikeOf(beside, value))
      yield {
        ...alike,
        path,
        value: setAt(whole, path, alike.value),
        plain: setAt(whole, path, alike.plain),
      }
}

/** Visits the properties that a schema declares, and the first item of a list. */
const namedParts = new ValueWalk<Schema>({
  member: ({ properties }, name) => properties.get(name),
  item: ({ items }, index) => (index === 0 ? items : undefined),
})

type Alike = Omit<ReadAlike, 'path'>

function* alikeOf(schema: Schema, value: unknown): Generator<Alike> {
  const alike = (kind: ReadAlike['kind'], given: string, plain: string): Alike => ({
    ...{ kind, given, right: value, value: given, plain },
  })
  const { types } = schema
  if (typeof value === 'number' && !types.includes('string'))
    yield alike('text for a number', String(value), 'not-a-number')
  if (types.includes('boolean') && !types.includes('string')) {
    const right = typeof value === 'boolean' ? value : true
    yield { ...alike('text for a boolean', String(right), 'not-a-boolean'), right }
  }
  if (typeof value === 'string' && schema.keywords.pattern !== undefined) yield* spaced(schema, value, alike)
  const other = choiceInOtherCase(schema, value)
  if (other !== undefined) yield alike('choice in another case', other, 'not-one-of-these')
}

/** Ends that a careless check of a pattern allows. In some languages, `$` ignores a line break. */
const SPACES = [' ', '\n']
/** Texts that few patterns allow. */
const UNFIT = ['!', '', '\t']

function* spaced(
  schema: Schema,
  value: string,
  alike: (kind: ReadAlike['kind'], given: string, plain: string) => Alike,
): Generator<Alike> {
  const plain = UNFIT.find((text) => !schema.allows(text))
  if (plain === undefined) return
  for (const space of SPACES)
    if (!schema.allows(value + space)) yield alike('space at the end', value + space, plain)
}

/**
 * Returns a choice in upper case or, if that is a choice too, in lower case; `undefined` if both are choices,
 * or if the value is not a choice.
 */
export function choiceInOtherCase(
  { values: { listed: choices = [] } }: Schema,
  value: unknown,
): string | undefined {
  if (typeof value !== 'string' || !choices.includes(value)) return undefined
  return [value.toUpperCase(), value.toLowerCase()].find((text) => !choices.includes(text))
}
