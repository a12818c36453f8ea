import { stepsOf } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { Kinds } from './kinds.ts'
import type { NamedSchema } from './named-schema.ts'
import { definitionName, walkSchema } from './references.ts'

/**
 * Schemas that have kinds and no alternatives, with all kinds in their mappings: those that a document does
 * not map get the values by which alternatives elsewhere name them, else their names. Sample values need only
 * the mapping, and no later stage looks for heirs.
 * @param inline schemas without a name.
 * @see OpenAPI 3.1.1, Discriminator Object, Options for Mapping Values to Schemas
 */
export function withMappedKinds(
  schemas: readonly NamedSchema[],
  inline: readonly JsonSchema[],
): NamedSchema[] {
  const kinds = new Kinds(new Map(schemas.map(({ name, schema }) => [name, schema])))
  const names = new Map(schemas.map(({ name, pointer }) => [name, stepsOf(pointer).at(-1) ?? name]))
  const keys = keysOfAlternatives([...schemas.map(({ schema }) => schema), ...inline])
  return schemas.map((named) => {
    const discriminator = kinds.discriminator(named.name)
    if (discriminator === undefined) return named
    const { propertyName, mapping = {}, defaultMapping } = discriminator
    const taken = new Set([...Object.values(mapping), defaultMapping].map(definitionName))
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

/** The values by which discriminators beside alternatives name a schema, by the property that has them. */
function keysOfAlternatives(schemas: readonly JsonSchema[]): ReadonlyMap<string, ReadonlySet<string>> {
  const keys = new Map<string, Set<string>>()
  for (const schema of schemas)
    walkSchema(schema, ({ discriminator, oneOf, anyOf }) => {
      if (discriminator === undefined || (oneOf === undefined && anyOf === undefined)) return
      for (const [key, target] of Object.entries(discriminator.mapping ?? {})) {
        const place = placeOf(discriminator.propertyName, definitionName(target) ?? target)
        keys.set(place, (keys.get(place) ?? new Set()).add(key))
      }
    })
  return keys
}

function placeOf(property: string, kind: string): string {
  return JSON.stringify([property, kind])
}

/**
 * All heirs, however far; a schema that tells its own kinds apart by the same property is replaced by these.
 * One that does so by another property stands for its kinds.
 */
function kindsBelow(
  name: string,
  { kinds, property }: { readonly kinds: Kinds; readonly property: string },
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
