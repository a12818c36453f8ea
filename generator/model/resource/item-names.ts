import {
  identifiers,
  isNamedAs,
  isOutcomeNamed,
  pageLinkWords,
  pathOfName,
  plainName,
  possibleItemNames,
  singularsOf,
  stemInPath,
} from '@concordat/contract/lexicon'
import type { ItemName } from '@concordat/runtime/http'
import { successSchema } from '@concordat/runtime/http'
import type { JsonSchema, Schema, Schemas } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { List } from '../list/list.ts'
import { referredNamedSchema } from '../schema/references.ts'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import {
  draftCollectionName,
  draftIdParameter,
  lastDraftSegment,
  type ResourceDraft,
  WHOLE_TEMPLATE,
} from './draft.ts'
import type { ItemPart } from './envelopes.ts'

/** Sources for the item schemas of drafts. */
interface Shown {
  readonly lists: ReadonlyMap<string, List>
  readonly facts: SchemaFacts
}

/**
 * Returns the property that identifies each draft's items. If several parts of an item have such a property,
 * the one that also identifies the document's other items is used, such as "metadata.name" rather than
 * "involvedObject.name".
 */
export function itemNamesOf(
  drafts: readonly ResourceDraft[],
  shown: Shown,
): ReadonlyMap<ResourceDraft, ItemName> {
  const candidates = drafts.map((draft) => [draft, idCandidates(draft, shown)] as const)
  const certain = new Set(candidates.flatMap(([, paths]) => (paths.length === 1 ? paths.map(textOf) : [])))
  return new Map(
    candidates.flatMap(([draft, paths]) => {
      const [found, ...others] =
        paths.length === 1 ? paths : paths.filter((path) => certain.has(textOf(path)))
      return found === undefined || others.length > 0 ? [] : [[draft, nameAt(found, draft)] as const]
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

/** Maximum number of properties that can be tried as an item's name. */
const MOST_POSSIBLE = 6

interface ItemsInSchemas {
  readonly draft: ResourceDraft
  /** Schemas that can be the item, likeliest first. */
  readonly items: readonly ItemPart[]
  readonly schemas: Schemas
}

/**
 * Returns the names of an item, most certain first: the property that identifies it according to the document
 * and, unless that is known, others that might.
 */
export function likeliestNames(found: ItemName | undefined, shown: ItemsInSchemas): readonly ItemName[] {
  if (found !== undefined && found.certainty === undefined) return [found]
  const possible = shown.items.map((part) => possiblePaths(part, shown)).find((paths) => paths.length > 0)
  const others = (possible ?? []).filter((path) => found === undefined || textOf(path) !== textOf(found.path))
  // Without a path of items, nothing can be tried.
  const most = draftIdParameter(shown.draft) === undefined ? 1 : MOST_POSSIBLE
  const all: readonly ItemName[] = [
    ...(found === undefined ? [] : [found]),
    ...others.slice(0, most).map((path) => ({ path, certainty: 'possible' as const })),
  ]
  const stated = statedAmong(all, shown)
  return [
    ...stated.map(({ path }): ItemName => ({ path, certainty: 'stated' })),
    ...all.filter((name) => !stated.includes(name)),
  ]
}

/**
 * Returns the names of an item that several values identify, most certain first. Unless the document states
 * its name, an id is the least certain one, because it would identify the item without the other values.
 */
export function namesBelowOthers(names: readonly ItemName[]): readonly ItemName[] {
  const isId = ({ path, certainty }: ItemName): boolean =>
    (certainty === 'likely' || certainty === 'possible') && identifiers.sure.has(path.at(-1) ?? '')
  const [first] = names
  const others = names.filter((name) => !isId(name))
  if (first === undefined || !isId(first) || others.length === 0) return names
  return [...others, ...names.filter(isId).map((name) => ({ ...name, certainty: 'possible' as const }))]
}

/**
 * Returns the names that the document states: a link passes the property to the item's path, or no other
 * property has the named schema of the path parameter. Failing that, returns the first property whose name is
 * sure, if only the server sets it.
 */
function statedAmong(
  names: readonly ItemName[],
  { draft, items: [item], schemas }: ItemsInSchemas,
): readonly ItemName[] {
  const parameter = draftIdParameter(draft)
  if (parameter === undefined || item === undefined) return []
  const linked = linkedMembers(draft, parameter)
  const references = idSchemas(draft, schemas).flatMap(({ own: { $ref } }) => $ref ?? [])
  const members = [...item.schema.properties.values()]
  const same = references.filter((one) => members.filter(({ own: { $ref } }) => $ref === one).length === 1)
  const stated = names.filter(
    ({ path }) =>
      linked.some((pointer) => pointer.endsWith(`/${path.join('/')}`)) ||
      same.some((one) => item.schema.at(path)?.own.$ref === one),
  )
  const isOfServer = ({ path }: ItemName): boolean =>
    identifiers.sure.has(path.at(-1) ?? '') && item.schema.at(path)?.keywords.readOnly === true
  return stated.length > 0 ? stated : names.filter(isOfServer).slice(0, 1)
}

/** JSON Pointers of the properties in responses that links pass to the path of an item. */
function linkedMembers({ roles, items }: ResourceDraft, parameter: string): readonly string[] {
  const targets = new Set(items.map(({ pointer }) => pointer))
  return [...roles.values()]
    .flatMap(({ responses }) => Object.values(responses).flatMap(({ links = [] }) => links))
    .filter(({ operation }) => targets.has(operation))
    .flatMap(({ parameters }) => {
      const passed = parameters[`path.${parameter}`] ?? parameters[parameter]
      return /^\{?\$response\.body#([^}]+)/.exec(String(passed))?.[1] ?? []
    })
}

/**
 * Returns the properties that might identify an item in a schema, most likely first. A property that cannot
 * have the parameter's values comes last, and only if its name is sure.
 */
function possiblePaths(
  { path, schema }: ItemPart,
  { draft, schemas }: ItemsInSchemas,
): readonly (readonly string[])[] {
  const wanted = idSchemas(draft, schemas)
  const members = [...schema.properties].flatMap(([name, own]) => {
    const { format, readOnly } = own.keywords
    const facts = { format, isReadOnly: readOnly === true, isRequired: schema.required.has(name) }
    return isScalar(own) ? [{ name, own, ...facts }] : []
  })
  const items = {
    collection: draftCollectionName(draft),
    parameter: draftIdParameter(draft) ?? '',
    format: wanted[0]?.keywords.format,
  }
  const [fitting, others] = [true, false].map((isFitting) =>
    members.filter(({ own }) => wanted.every((each) => mayBeEqual(own, each)) === isFitting),
  )
  const sure = identifiers.sure.sorted(others ?? [], ({ name }) => name)
  return [...possibleItemNames(items, fitting ?? []), ...sure].map(({ name }) => [...path, name])
}

/** Schemas of the path parameter that identifies an item, in each operation at the item's path. */
function idSchemas({ items }: ResourceDraft, schemas: Schemas): readonly Schema[] {
  return items.flatMap(({ path, parameters = [] }) => {
    const name = WHOLE_TEMPLATE.exec(lastDraftSegment(path))?.[1]
    return parameters
      .filter((parameter) => parameter.in === 'path' && parameter.name === name)
      .map(({ schema }) => schemas.of(schema))
  })
}

function isScalar({ types }: Schema): boolean {
  return types.length === 0 || ['string', 'integer', 'number'].some((type) => types.includes(type))
}

/** True unless a property cannot have the values of a path parameter: numbers or UUIDs. */
function mayBeEqual({ types, values, keywords }: Schema, wanted: Schema): boolean {
  if (types.length === 0) return true
  if (wanted.values.mayBeNumbers) return values.mayBeNumbers
  return wanted.keywords.format !== 'uuid' || keywords.format === 'uuid'
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
 * item, possibly as the only content of an envelope or in an array of their own.
 */
function itemSchemas(draft: ResourceDraft, { lists, facts }: Shown): readonly (JsonSchema | undefined)[] {
  const list = lists.get(draft.roles.get('list')?.operationId ?? '')
  const alone = (['read', 'create', 'update', 'replace'] as const)
    .map((role) => draft.roles.get(role))
    .flatMap((operation) => {
      const whole = operation === undefined ? undefined : successSchema(operation)
      const schema = facts.items(whole) ?? whole
      const members = facts.properties(schema)
      if (isOutcomeNamed([...members.keys()])) return []
      return members.size === 1 ? [schema, ...members.values()] : [schema]
    })
  return [list?.item, ...alone]
}

/**
 * Finds the properties to which a path parameter could refer: the one with its own name, user.uuid for
 * "user__uuid", id for "petId", "pet_id" and "pet", or number for "project_number". If there are none, it
 * finds a property with the parameter's name in a part of the item, such as metadata.name for "name", or a
 * property of a part whose schema has the parameter's name, such as info.id for "messageId" if that part
 * is a "Message", or of a part whose name the parameter abbreviates.
 */
function findIds(
  parameter: string,
  schema: JsonSchema | undefined,
  { draft, facts }: { draft: ResourceDraft; facts: SchemaFacts },
): readonly (readonly string[])[] {
  const properties = facts.properties(schema)
  // An object cannot be an identifier. In { registry: { … } }, "registry" is the item itself.
  const isPart = (name: string): boolean => isObjectAlone(properties.get(name), facts)
  if (properties.has(parameter) && !isPart(parameter)) return [[parameter]]
  const spelled = [...properties.keys()].find((name) => plainName(name) === plainName(parameter))
  if (spelled !== undefined && !isPart(spelled)) return [[spelled]]
  const nested = parameter.includes('__') && pathOfName(parameter, schema, (part) => facts.properties(part))
  if (nested && nested.length > 1) return [nested]
  const link = [...properties.keys()].find((name) => isLinked(draft, name))
  if (link !== undefined) return [[link]]
  const singulars = singularsOfCollection(draft)
  const one = singulars.find((singular) => parameter.toLowerCase().startsWith(singular.toLowerCase()))
  const suffix = one === undefined ? '' : parameter.slice(one.length).replace(/^[_-]/, '')
  const named = (names: readonly string[]): string | undefined =>
    names.find((name) => name !== '' && name.toLowerCase() === suffix.toLowerCase()) ??
    names.find((name) => plainName(name) !== '' && plainName(name) === plainName(suffix)) ??
    names.find((name) => one === undefined && !identifiers.likely.has(name) && isNamedAs(parameter, name)) ??
    (identifiers.people.has(parameter) ? names.find(identifiers.people.has) : undefined) ??
    identifiers.likely.among(names)[0]
  const stem = plainName(stemInPath(parameter))
  const alone = [...properties.keys()].filter((name) => !isPart(name))
  const calledAfter = singulars.flatMap((singular) =>
    alone.map((name) => [name, behind(name, singular)] as const),
  )
  const found =
    named(alone) ??
    identifiers.own.sorted(calledAfter, ([, kind]) => kind)[0]?.[0] ??
    alone.find((name) => plainName(name) !== '' && plainName(name) === stem)
  if (found !== undefined) return [[found]]
  const parts = [...properties].filter(([, inner]) => facts.hasProperty(inner, parameter))
  if (parts.length > 0) return parts.map(([part]) => [part, parameter])
  const ofKinds = partsOfKind(stem, properties).flatMap(([part, inner]) => {
    const members = [...facts.members(inner).keys()]
    const name = named(members.filter((member) => facts.hasProperty(inner, member)))
    return name === undefined ? [] : [[part, name]]
  })
  return ofKinds.length > 0 ? ofKinds : idsInside(parameter, properties, { draft, facts })
}

/** The singulars of a collection's name; the name itself if it is no plural. */
function singularsOfCollection(draft: ResourceDraft): readonly string[] {
  const collection = draftCollectionName(draft)
  const singulars = singularsOf(collection)
  return singulars.length > 0 ? singulars : [collection]
}

/** The properties whose schema has a name, in any spelling: "Message" for "message". */
function partsOfKind<Inner extends JsonSchema | undefined>(
  name: string,
  properties: ReadonlyMap<string, Inner>,
): readonly (readonly [string, Inner])[] {
  return name === ''
    ? []
    : [...properties].filter(
        ([, inner]) => plainName(referredNamedSchema(keywordsOf(inner).$ref) ?? '') === name,
      )
}

/** True for an object, or for a choice among objects. A choice may also be between an object and its id. */
function isObjectAlone(schema: JsonSchema | undefined, facts: SchemaFacts): boolean {
  const { types } = facts.facets(schema)
  const mayBeScalar = ['string', 'integer', 'number'].some((type) => types.has(type))
  return facts.properties(schema).size > 0 || (facts.hasMembers(schema) && !mayBeScalar)
}

/** Minimum length of a parameter's name that counts as the beginning of a longer name. */
const SHORTEST_BEGINNING = 3

/**
 * Finds identifiers in parts that a parameter's name abbreviates, such as organization.login for "org". Only
 * properties with the parameter's type count.
 */
function idsInside(
  parameter: string,
  properties: ReadonlyMap<string, JsonSchema>,
  { draft, facts }: { readonly draft: ResourceDraft; readonly facts: SchemaFacts },
): readonly (readonly string[])[] {
  const beginning = plainName(parameter)
  const written = draft.items
    .flatMap(({ parameters = [] }) => parameters)
    .find(({ name, in: location }) => location === 'path' && name === parameter)
  const wanted = facts.facets(written?.schema).types
  if (beginning.length < SHORTEST_BEGINNING) return []
  return [...properties].flatMap(([part, inner]) => {
    if (!plainName(part).startsWith(beginning)) return []
    const members = facts.properties(inner)
    const [name] = identifiers.usual
      .among(members.keys())
      .filter((own) => [...facts.facets(members.get(own)).types].some((type) => wanted.has(type)))
    return name === undefined ? [] : [[part, name]]
  })
}

/** The part of a name after another name: "uuid" in "petUUID" after "pet". */
function behind(name: string, other: string): string {
  return plainName(name).startsWith(plainName(other)) ? plainName(name).slice(plainName(other).length) : ''
}
