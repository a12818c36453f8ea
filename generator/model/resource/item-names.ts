import {
  identifiers,
  isNamedAs,
  pageLinkWords,
  plainName,
  singularsOf,
  stemInPath,
} from '@concordat/contract/lexicon'
import type { ItemName } from '@concordat/runtime/http'
import { successSchema } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { List } from '../list/list.ts'
import { referredNamedSchema } from '../schema/references.ts'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import { draftIdParameter, lastDraftSegment, type ResourceDraft } from './draft.ts'

/** Sources for the item schemas of drafts. */
interface Shown {
  readonly lists: ReadonlyMap<string, List>
  readonly facts: SchemaFacts
}

/**
 * Returns the properties that identify each draft's items. If several parts of an item have such a property,
 * the one that also identifies the document's other items is used, such as "metadata.name" rather than
 * "involvedObject.name".
 */
export function itemNamesOf(
  drafts: readonly ResourceDraft[],
  shown: Shown,
): ReadonlyMap<ResourceDraft, readonly ItemName[]> {
  const candidates = drafts.map((draft) => [draft, idCandidates(draft, shown)] as const)
  const certain = new Set(candidates.flatMap(([, paths]) => (paths.length === 1 ? paths.map(textOf) : [])))
  return new Map(
    candidates.flatMap(([draft, paths]) => {
      const [found, ...others] =
        paths.length === 1 ? paths : paths.filter((path) => certain.has(textOf(path)))
      return found === undefined || others.length > 0 ? [] : [[draft, [nameAt(found, draft)]] as const]
    }),
  )
}

/**
 * Returns an item's name. It is certain only if the path parameter has the same name, or if both names mean
 * links.
 */
function nameAt(path: readonly string[], draft: ResourceDraft): ItemName {
  if (isLinked(draft, path.at(-1))) return { path, isBelowCollection: true }
  const isStated = isNamedAs(draftIdParameter(draft) ?? '', path.at(-1) ?? '')
  return { path, ...(!isStated && { certainty: 'likely' }) }
}

/**
 * True if the names of the path parameter and of a property both mean links. The property then contains the
 * item's whole path.
 */
function isLinked(draft: ResourceDraft, member = ''): boolean {
  return [draftIdParameter(draft) ?? '', member].every((name) => pageLinkWords.ofItems.has(name))
}

function textOf(path: readonly string[]): string {
  return JSON.stringify(path)
}

function idCandidates(draft: ResourceDraft, shown: Shown): readonly (readonly string[])[] {
  const parameter = draftIdParameter(draft)
  if (parameter === undefined) return []
  return (
    itemSchemas(draft, shown)
      .map((schema) => findIds(parameter, schema, { draft, facts: shown.facts }))
      .find((paths) => paths.length > 0) ?? []
  )
}

/**
 * Returns the schemas that could describe an item: the one in the list, and those in responses for a single
 * item, possibly as the only content of an envelope.
 */
function itemSchemas(draft: ResourceDraft, { lists, facts }: Shown): readonly (JsonSchema | undefined)[] {
  const list = lists.get(draft.roles.get('list')?.operationId ?? '')
  const alone = (['read', 'create', 'update', 'replace'] as const)
    .map((role) => draft.roles.get(role))
    .flatMap((operation) => {
      const schema = operation === undefined ? undefined : successSchema(operation)
      const members = [...facts.properties(schema).values()]
      return members.length === 1 ? [schema, members[0]] : [schema]
    })
  return [list?.item, ...alone]
}

/**
 * Finds the properties to which a path parameter could refer: the one with its own name, user.uuid for
 * "user__uuid", or id for "petId", "pet_id" and "pet". If there are none, it finds a property with the
 * parameter's name in a part of the item, such as metadata.name for "name", or a property of a part whose
 * schema has the parameter's name, such as info.id for "messageId" if that part is a "Message".
 */
function findIds(
  parameter: string,
  schema: JsonSchema | undefined,
  { draft, facts }: { draft: ResourceDraft; facts: SchemaFacts },
): readonly (readonly string[])[] {
  const properties = facts.properties(schema)
  if (properties.has(parameter)) return [[parameter]]
  const nested = parameter.split('__')
  if (nested.length > 1 && facts.properties(properties.get(nested[0] ?? '')).has(nested[1] ?? ''))
    return [nested.slice(0, 2)]
  const link = [...properties.keys()].find((name) => isLinked(draft, name))
  if (link !== undefined) return [[link]]
  const collection = lastDraftSegment(draft.collection)
  const plural = singularsOf(collection)
  const singulars = plural.length > 0 ? plural : [collection]
  const one = singulars.find((singular) => parameter.toLowerCase().startsWith(singular.toLowerCase()))
  const suffix = one === undefined ? '' : parameter.slice(one.length).replace(/^[_-]/, '')
  const named = (names: readonly string[]): string | undefined =>
    names.find((name) => name !== '' && name.toLowerCase() === suffix.toLowerCase()) ??
    names.find((name) => plainName(name) !== '' && plainName(name) === plainName(suffix)) ??
    identifiers.likely.among(names)[0]
  const stem = plainName(stemInPath(parameter))
  // An object cannot be an identifier. In { registry: { … } }, "registry" is the item itself.
  const alone = [...properties.keys()].filter((name) => facts.properties(properties.get(name)).size === 0)
  const calledAfter = singulars.flatMap((singular) =>
    alone.map((name) => [name, behind(name, singular)] as const),
  )
  const found =
    named([...properties.keys()]) ??
    identifiers.own.sorted(calledAfter, ([, kind]) => kind)[0]?.[0] ??
    alone.find((name) => plainName(name) !== '' && plainName(name) === stem)
  if (found !== undefined) return [[found]]
  const parts = [...properties].filter(([, inner]) => facts.hasProperty(inner, parameter))
  if (parts.length > 0) return parts.map(([part]) => [part, parameter])
  const kinds = [...properties].filter(
    ([, inner]) => plainName(referredNamedSchema(keywordsOf(inner).$ref) ?? '') === stem && stem !== '',
  )
  return kinds.flatMap(([part, inner]) => {
    const members = [...facts.members(inner).keys()]
    const name = named(members.filter((member) => facts.hasProperty(inner, member)))
    return name === undefined ? [] : [[part, name]]
  })
}

/** The part of a name after another name: "uuid" in "petUUID" after "pet". */
function behind(name: string, other: string): string {
  return plainName(name).startsWith(plainName(other)) ? plainName(name).slice(plainName(other).length) : ''
}
