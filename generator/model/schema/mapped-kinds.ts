import { stepsOf } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { InheritedKinds } from './kinds.ts'
import type { NamedSchema } from './named-schema.ts'
import { referredNamedSchema, walkNamedSchema } from './references.ts'

/**
 * Completes the mappings of schemas with kinds but no alternatives. An unmapped kind gets the values that
 * discriminators elsewhere map to it or, failing that, its name. Sample values then need only the mapping,
 * and later stages do not look for subtypes.
 * @param inline schemas without a name.
 * @see OpenAPI 3.1.1, Discriminator Object, Options for Mapping Values to Schemas
 */
export function withMappedKinds(
  schemas: readonly NamedSchema[],
  inline: readonly JsonSchema[],
): NamedSchema[] {
  const kinds = new InheritedKinds(new Map(schemas.map(({ name, schema }) => [name, schema])))
  const names = new Map(schemas.map(({ name, pointer }) => [name, stepsOf(pointer).at(-1) ?? name]))
  const keys = keysOfAlternatives([...schemas.map(({ schema }) => schema), ...inline])
  return schemas.map((named) => {
    const discriminator = kinds.discriminator(named.name)
    if (discriminator === undefined) return named
    const { propertyName, mapping = {}, defaultMapping } = discriminator
    const taken = new Set([...Object.values(mapping), defaultMapping].map(referredNamedSchema))
    const added = kindsBelow(named.name, { kinds, property: propertyName })
      .flatMap((kind) => {
        const own = taken.has(kind) ? [] : [names.get(kind) ?? kind]
        return [...(keys.get(placeOf(propertyName, kind)) ?? own)].map(
          (key) => [key, `#/$defs/${kind}`] as const,
        )
      })
      .filter(([key]) => !Object.hasOwn(mapping, key))
    if (added.length === 0) return named
    const completed = { ...discriminator, mapping: { ...mapping, ...Object.fromEntries(added) } }
    return { ...named, schema: { ...keywordsOf(named.schema), discriminator: completed } }
  })
}

/**
 * Values with which discriminators of alternatives select a schema, by discriminating property and schema.
 */
function keysOfAlternatives(schemas: readonly JsonSchema[]): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = new Map<string, Set<string>>()
  for (const schema of schemas)
    walkNamedSchema(schema, ({ discriminator, oneOf, anyOf }) => {
      if (discriminator === undefined || (oneOf === undefined && anyOf === undefined)) return
      for (const [key, target] of Object.entries(discriminator.mapping ?? {})) {
        const place = placeOf(discriminator.propertyName, referredNamedSchema(target) ?? target)
        keys.set(place, (keys.get(place) ?? new Set()).add(key))
      }
    })
  return keys
}

function placeOf(property: string, kind: string): string {
  return JSON.stringify([property, kind])
}

/**
 * Returns all direct and indirect subtypes. A subtype that is itself discriminated by the same property is
 * replaced with its own subtypes. A subtype that is discriminated by another property represents its own
 * subtypes.
 */
function kindsBelow(
  name: string,
  { kinds, property }: { readonly kinds: InheritedKinds; readonly property: string },
  above: readonly string[] = [],
): string[] {
  return kinds
    .children(name)
    .filter((child) => child !== name && !above.includes(child))
    .flatMap((child) => {
      const own = kinds.discriminator(child)?.propertyName
      const further =
        own === undefined || own === property ? kindsBelow(child, { kinds, property }, [...above, name]) : []
      return own === property ? further : [child, ...further]
    })
}
