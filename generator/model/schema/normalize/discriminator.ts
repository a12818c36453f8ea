import { pointerBelow, stepsOf } from '@concordat/runtime/pointer'
import type { SchemaObject as Normalized } from '@concordat/runtime/schema'
import type { SchemaObject } from '../../../document/document.ts'
import type { SchemaContext, SchemaPosition } from './context.ts'

const SCHEMAS = '#/components/schemas'

type Discriminator = NonNullable<Normalized['discriminator']>

/**
 * Turns mapping values into references to definitions; as OpenAPI specifies, a bare schema name also counts
 * as a reference. Adds unmapped alternatives to the mapping under their implicit values, such as their
 * schemas' names, because schemas can be renamed later.
 */
export function normalizeDiscriminator(
  input: SchemaObject,
  position: SchemaPosition,
): Discriminator | undefined {
  if (input.discriminator === undefined) return undefined
  const { place, context } = position
  const { propertyName, mapping = {}, defaultMapping } = input.discriminator
  const targetOf = (target: string, ...steps: string[]): string =>
    `#/$defs/${context.reference(pointerTo(target), pointerBelow(place, 'discriminator', ...steps))}`
  const targets = Object.entries(mapping).map(([value, target]): [string, string] => [
    value,
    targetOf(target, 'mapping', value),
  ])
  const mapped = new Set(targets.map(([, target]) => target))
  const implicit = implicitTargets(input, position).filter(([, target]) => !mapped.has(target))
  const all = [...targets, ...implicit]
  return {
    propertyName,
    ...(all.length > 0 && { mapping: Object.fromEntries(all) }),
    ...(defaultMapping !== undefined && { defaultMapping: targetOf(defaultMapping, 'defaultMapping') }),
  }
}

/** Returns the values that a discriminator maps to a schema; its name unless the mapping has it. */
export function valuesOfKind(
  pointer: string,
  { mapping = {} }: NonNullable<SchemaObject['discriminator']>,
): readonly string[] {
  const values = Object.entries(mapping).filter(([, target]) => pointerTo(target) === pointer)
  return values.length > 0 ? values.map(([value]) => value) : [stepsOf(pointer).at(-1) ?? '']
}

/**
 * The named alternatives, by the values that OpenAPI maps to them implicitly. @see OpenAPI 3.1.1,
 * Discriminator Object, Options for Mapping Values to Schemas
 */
function implicitTargets(input: SchemaObject, { place, context }: SchemaPosition): [string, string][] {
  return (['oneOf', 'anyOf'] as const).flatMap((keyword) =>
    (input[keyword] ?? []).flatMap((branch, index): [string, string][] => {
      const pointer = typeof branch === 'object' ? branch.$ref : undefined
      if (pointer === undefined || !pointer.startsWith(`${SCHEMAS}/`)) return []
      const name = context.reference(pointer, pointerBelow(place, keyword, index, '$ref'))
      const values = implicitValues(pointer, { propertyName: input.discriminator?.propertyName, context })
      return values.map((value) => [value, `#/$defs/${name}`])
    }),
  )
}

/**
 * Returns the values that select an unmapped alternative: the values of its own alternatives if the same
 * property discriminates them; failing that, the values that an ancestor maps to it; failing that, its name.
 */
function implicitValues(
  pointer: string,
  inside: { readonly propertyName: string | undefined; readonly context: SchemaContext },
  outer: readonly string[] = [],
): readonly string[] {
  const { oneOf, anyOf, discriminator, $ref } = keywordsOf(inside.context.target(pointer))
  const within = (branch: SchemaObject | boolean): readonly string[] => {
    const reference = typeof branch === 'object' ? branch.$ref : undefined
    return reference?.startsWith(`${SCHEMAS}/`) && !outer.includes(reference)
      ? implicitValues(reference, inside, [...outer, pointer])
      : []
  }
  if ($ref !== undefined) return within({ $ref })
  const branches = oneOf ?? anyOf
  if (
    branches === undefined ||
    discriminator === undefined ||
    discriminator.propertyName !== inside.propertyName
  )
    return inheritedValues(pointer, inside) ?? [stepsOf(pointer).at(-1) ?? '']
  const { mapping = {} } = discriminator
  const isMapped = (branch: SchemaObject | boolean): boolean =>
    typeof branch === 'object' && Object.values(mapping).some((target) => pointerTo(target) === branch.$ref)
  return [...Object.keys(mapping), ...branches.filter((branch) => !isMapped(branch)).flatMap(within)]
}

/** Values that a schema's ancestors map to it; `undefined` if there are none. */
function inheritedValues(
  pointer: string,
  { propertyName, context }: { readonly propertyName: string | undefined; readonly context: SchemaContext },
): readonly string[] | undefined {
  const lineage = new Set([pointer])
  for (const each of lineage)
    for (const part of keywordsOf(context.target(each)).allOf ?? [])
      if (typeof part === 'object' && part.$ref !== undefined) lineage.add(part.$ref)
  const values = [...lineage].flatMap((each) => {
    const { discriminator } = keywordsOf(context.target(each))
    if (discriminator?.propertyName !== propertyName) return []
    const entries = Object.entries(discriminator?.mapping ?? {})
    return entries.flatMap(([value, target]) => (pointerTo(target) === pointer ? [value] : []))
  })
  return values.length === 0 ? undefined : values
}

function keywordsOf(schema: SchemaObject | boolean | undefined): SchemaObject {
  return typeof schema === 'object' ? schema : {}
}

/** Pointer for a value in a mapping, which is a reference or a bare name. */
function pointerTo(target: string): string {
  return /^[\w.-]+$/.test(target) ? pointerBelow(SCHEMAS, target) : target
}
