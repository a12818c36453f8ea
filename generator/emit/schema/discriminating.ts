import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { reachableDefinitions, referredNamedSchema } from '../../model/schema/references.ts'
import type { LowerContext } from './lower-context.ts'

type Discriminator = NonNullable<SchemaObject['discriminator']>

/** An object whose property has one of the given values. */
export function loweredLiteralProperty(property: string, values: readonly unknown[]): SchemaObject {
  return {
    type: 'object',
    properties: Object.fromEntries([[property, loweredEnum(values)]]),
    required: [property],
  }
}

/**
 * Schema for enumerated values. If they are neither all strings nor all numbers, `type` is omitted, because
 * it would only document them.
 */
export function loweredEnum(values: readonly unknown[]): SchemaObject {
  if (values.every((value) => typeof value === 'string')) return { enum: values, type: 'string' }
  return values.every((value) => typeof value === 'number')
    ? { enum: values, type: 'number' }
    : { enum: values }
}

/** Mapping keys that select a definition. */
export function loweredDiscriminatorKeys(name: string, { mapping = {} }: Discriminator): string[] {
  return Object.entries(mapping)
    .filter(([, target]) => referredNamedSchema(target) === name)
    .map(([key]) => key)
}

/**
 * True for a definition whose alternatives are discriminated by the same property, if the given keys include
 * all keys of its mapping or, without a mapping, consist only of the definition's name.
 */
export function discriminatesAlternatives(
  name: string,
  property: string,
  { definitions, keys }: Pick<LowerContext, 'definitions'> & { readonly keys: readonly string[] },
): boolean {
  const referred = (each: string) => referredNamedSchema(keywordsOf(definitions.get(each)).$ref) ?? []
  const target = [...reachableDefinitions([name], (each) => [referred(each)].flat())].at(-1) ?? name
  const { discriminator } = keywordsOf(definitions.get(target))
  if (discriminator?.propertyName !== property) return false
  const targets = Object.entries(discriminator.mapping ?? {})
  // A schema whose mapping contains only itself has no alternatives and does not describe its property.
  if (targets.length > 0 && targets.every(([, target]) => referredNamedSchema(target) === name)) return false
  const own = targets.map(([key]) => key)
  return own.length > 0 ? own.every((key) => keys.includes(key)) : keys.length === 1 && keys[0] === target
}

/** Mapping keys that select a definition, or its implicit value if there are none. */
export function selectingDiscriminatorKeys(
  name: string,
  discriminator: Discriminator,
  context: Pick<LowerContext, 'implicitValue'>,
): string[] {
  const keys = loweredDiscriminatorKeys(name, discriminator)
  return keys.length > 0 ? keys : [context.implicitValue(name)]
}

/**
 * Values to which a branch's discriminating property is narrowed; empty if the branch already narrows it, or
 * does not allow the mapping's values.
 */
export function discriminatingValues(
  keys: readonly string[],
  { schema, property }: { readonly schema: JsonSchema; readonly property: string },
  context: LowerContext,
): readonly unknown[] {
  const allowed = context.properties.values(schema, property)
  if (allowed === undefined) {
    const [declared] = context.properties.schemas(schema, property)
    const type = keywordsOf(
      context.definitions.get(referredNamedSchema(declared?.$ref) ?? '') ?? declared,
    ).type
    return isStructured(type) ? [] : keys.map((key) => typedValue(key, type))
  }
  const values = [...allowed].filter((value) => keys.includes(String(value)))
  return values.length === allowed.size ? [] : values
}

/** True if no value of the type can be a mapping key. */
function isStructured(type: SchemaObject['type']): boolean {
  return type !== undefined && [type].flat().every((each) => each === 'object' || each === 'array')
}

/** Converts a mapping key, which is a string, to a value of the property's type. */
function typedValue(value: string, type: SchemaObject['type']): unknown {
  if ((type === 'integer' || type === 'number') && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value)
  return type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value
}
