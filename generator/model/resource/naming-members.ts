import { identifiers, secrets, singularOf, snakeCase, stemInPath } from '@concordat/contract/lexicon'
import type { NamePlace, OperationDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { EACH } from '@concordat/runtime/schema-view'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import { isNameOfItemInCollection } from './called-operation.ts'

/** A name for an item in a request. */
export interface Naming extends Omit<NamePlace, 'in'> {
  /** `path` means a template next to a verb. */
  readonly in: NamePlace['in'] | 'path'
  /**
   * The last step of the item name's path. For a list of names, it is the singular: "boat_id" for "boat_ids".
   */
  readonly name: string
  readonly isRequired: boolean
  /** True if the name is commonly used for identifiers. */
  readonly isTelling: boolean
}

type Wanted = Omit<Naming, 'isTelling'>

/** Body properties and query parameters that could identify an item in the collection, most likely first. */
export function itemNamings(
  operation: OperationDescriptor,
  { collection, facts }: { readonly collection: string; readonly facts: SchemaFacts },
): readonly Naming[] {
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const top = membersOf(body?.schema, [], facts)
  const whole = [...facts.properties(body?.schema)].filter(([name]) =>
    isNameOfItemInCollection(name, collection),
  )
  const inside = whole.flatMap(([name, schema]) => membersOf(schema, [name], facts))
  const isOwn = ({ name }: Wanted): boolean => isNameOfItemInCollection(name, collection)
  const all = [...top, ...listsIn(body?.schema, facts), ...queryOf(operation, facts)].filter(
    (one) => isOwn(one) || !secrets.members.has(one.name),
  )
  const telling = new Set([
    ...all.filter(isOwn),
    ...identifiers.usual.sorted(all, ({ name }) => name),
    ...inside.filter((one) => isOwn(one) || identifiers.sure.has(one.name)),
  ])
  return [
    ...[...telling].map((one) => ({ ...one, isTelling: true })),
    ...all.filter((one) => !telling.has(one)).map((one) => ({ ...one, isTelling: false })),
  ]
}

/**
 * Returns the most frequent of the names that are commonly used for identifiers, and that requests require if
 * such a name is certainly one: { id, tenantId? } names a tenant by its id. If there are none, returns
 * the only name that the response to a create contains as well or, failing that, the name that is required
 * most often, provided that it is required at least twice.
 * @param wanted returns the required names of every operation of the collection, taken together.
 * @param made the names in the responses to creates.
 */
export function commonItemName(
  all: readonly Naming[],
  wanted: () => readonly Naming[],
  made: ReadonlySet<string>,
): string | undefined {
  const telling = all.filter(({ isTelling }) => isTelling)
  const sure = telling.filter(({ name, isRequired }) => isRequired && identifiers.sure.has(name))
  if (telling.length > 0) return mostOf(sure.length > 0 ? sure : telling)[0]?.name
  const [answered, ...rest] = new Set(all.map(({ name }) => name).filter((name) => made.has(name)))
  if (answered !== undefined && rest.length === 0) return answered
  const names = new Set(all.filter(({ isRequired }) => isRequired).map(({ name }) => name))
  const most = mostOf(wanted().filter(({ name }) => names.has(name)))
  return most.length > 1 ? most[0]?.name : undefined
}

function mostOf(all: readonly Naming[]): readonly Naming[] {
  const counts = Map.groupBy(all, ({ name }) => snakeCase(name))
  return [...counts.values()].toSorted((one, other) => other.length - one.length)[0] ?? []
}

/** True if two names have the same meaning: "boatId" and "id", or "boat" and "boat_name", for "/boats". */
export function isSameNameInCollection(one: string, other: string, collection: string): boolean {
  if (snakeCase(one) === snakeCase(other)) return true
  const isOwn = (name: string): boolean =>
    stemInPath(name) === '' || isNameOfItemInCollection(name, collection)
  const [end, otherEnd] = [endOf(one), endOf(other)]
  return isOwn(one) && isOwn(other) && (end === otherEnd || end === '' || otherEnd === '')
}

/** The part of a name after its stem: "id" in both "boatId" and "id". */
function endOf(name: string): string {
  return snakeCase(name).slice(stemInPath(name).length).replace(/^_/, '')
}

function membersOf(
  schema: JsonSchema | undefined,
  above: readonly string[],
  facts: SchemaFacts,
): readonly Wanted[] {
  const required = facts.required(schema)
  return [...facts.properties(schema)].flatMap(([name, member]) =>
    isScalar(member, facts)
      ? [{ in: 'body', name, path: [...above, name], isRequired: required.includes(name) }]
      : [],
  )
}

/** True for a list of names, with which a request can identify several items: "boat_ids". */
export function isNamingOfSeveral({ path }: Naming): boolean {
  return path.includes(EACH)
}

/** True for a body that is itself a list of names. */
export function isWholeBody({ path }: Naming): boolean {
  return path[0] === EACH
}

/** The name of an item in a separate segment: "id" in "/boats/{id}/get". */
export function itemNamingInPath(template: string): Naming {
  return { in: 'path', name: template, path: [template], isRequired: true, isTelling: true }
}

/** Lists of item names in a body, such as "boat_ids", or the body itself if it is one. */
function listsIn(schema: JsonSchema | undefined, facts: SchemaFacts): readonly Wanted[] {
  const inList = facts.items(schema)
  if (inList !== undefined && isScalar(inList, facts) && takesOne(schema, facts))
    return [{ in: 'body', name: 'id', path: [EACH], isRequired: true }]
  const required = facts.required(schema)
  return [...facts.properties(schema)].flatMap(([name, member]) => {
    const isList = facts.items(member) !== undefined && isScalar(facts.items(member), facts)
    return isList && takesOne(member, facts)
      ? [{ in: 'body', name: singularOf(name), path: [name, EACH], isRequired: required.includes(name) }]
      : []
  })
}

/** True for a list that can have a single item. */
function takesOne(schema: JsonSchema | undefined, facts: SchemaFacts): boolean {
  return facts.parts(schema).every(({ minItems = 0 }) => minItems <= 1)
}

function queryOf({ parameters = [] }: OperationDescriptor, facts: SchemaFacts): readonly Wanted[] {
  return parameters.flatMap(({ in: location, name, required = false, schema }) =>
    location === 'query' && isScalar(schema, facts)
      ? [{ in: 'query', name, path: [name], isRequired: required }]
      : [],
  )
}

/** True for strings and integers that are not restricted to fixed values. */
function isScalar(schema: JsonSchema | undefined, facts: SchemaFacts): boolean {
  const { types } = facts.facets(schema)
  const isChoice = facts.parts(schema).some((part) => 'enum' in part || 'const' in part)
  const isName = [...types].every((type) => type === 'string' || type === 'integer' || type === 'null')
  return types.size > 0 && isName && !isChoice
}
