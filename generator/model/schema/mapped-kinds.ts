import { stepsOf } from '@concordat/runtime/pointer'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { Kinds } from './kinds.ts'
import type { NamedSchema } from './named-schema.ts'
import { definitionName } from './references.ts'

/**
 * Schemas that have kinds and no alternatives, with all kinds in their mappings: those that a document does not map are called by
 * their names. Values are made of what a mapping has, and nothing later has to look for heirs.
 * @see OpenAPI 3.1.1, Discriminator Object, Options for Mapping Values to Schemas
 */
export function withMappedKinds(schemas: readonly NamedSchema[]): NamedSchema[] {
  const kinds = new Kinds(new Map(schemas.map(({ name, schema }) => [name, schema])))
  const keys = new Map(schemas.map(({ name, pointer }) => [name, stepsOf(pointer).at(-1) ?? name]))
  return schemas.map((named) => {
    const discriminator = kinds.discriminator(named.name)
    if (discriminator === undefined) return named
    const { mapping = {}, defaultMapping } = discriminator
    const taken = new Set([...Object.values(mapping), defaultMapping].map(definitionName))
    const added = kindsBelow(named.name, kinds)
      .filter((kind) => !taken.has(kind))
      .map((kind) => [keys.get(kind) ?? kind, `#/$defs/${kind}`] as const)
      .filter(([key]) => !Object.hasOwn(mapping, key))
    if (added.length === 0) return named
    const completed = { ...discriminator, mapping: { ...mapping, ...Object.fromEntries(added) } }
    return { ...named, schema: { ...keywordsOf(named.schema), discriminator: completed } }
  })
}

/** Those that inherit directly; in place of one that tells its own kinds apart by the same property, these. */
function kindsBelow(name: string, kinds: Kinds, above: readonly string[] = []): string[] {
  const property = kinds.discriminator(name)?.propertyName
  return kinds
    .children(name)
    .filter((child) => child !== name && !above.includes(child))
    .flatMap((child) =>
      kinds.discriminator(child)?.propertyName === property
        ? kindsBelow(child, kinds, [...above, name])
        : [child],
    )
}
