import { branchesOf, flatSchema, propertiesOf } from '@concordat/contract/document'
import type { DocumentDescriptor, ListDescriptor } from '@concordat/runtime/http'

type Definitions = DocumentDescriptor['definitions']

/** The step of a path that leads from a list to what it holds. */
export const EACH = '0'

/** The schema of the member at a path of names. */
export function schemaAt(schema: unknown, path: readonly string[], definitions: Definitions): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      name === EACH && isList(inner, definitions)
        ? flatSchema(inner, definitions)['items']
        : propertiesOf(inner, definitions).get(name),
    schema,
  )
}

function isList(schema: unknown, definitions: Definitions): boolean {
  return flatSchema(schema, definitions)['type'] === 'array'
}

/** The schema of one item of a list's answer. */
export function listedSchema(
  schema: unknown,
  { items, keyed }: Pick<ListDescriptor, 'items' | 'keyed'>,
  definitions: Definitions,
): unknown {
  const flat = flatSchema(schemaAt(schema, items, definitions), definitions)
  return keyed === true ? flat['additionalProperties'] : (flat['items'] ?? true)
}

/** How deep an item may stand in its envelope: "{ data: { user: { … } } }". Lists do not count. */
const DEEPEST = 2

/** Members of an item beside its envelope, with which the envelope is rather the item itself. */
const OWN_MEMBERS = 2

/** Of the members of what stands deeper those that a place above it has too, where it is that item itself, and shows another of its kind. */
const NEARLY_ALL = 0.8

/**
 * Where in a schema an item stands: the place that has the most of its members, of several the nearest; `undefined` where none has
 * any. What has several members that no place below has is the item, however many of the others some part of it repeats. Of what a
 * list holds it is one only where that has clearly more of them: "{ users: [{ … }] }".
 * @param names of the item's members.
 */
export function itemPath(
  schema: unknown,
  names: readonly string[],
  definitions: Definitions,
): readonly string[] | undefined {
  let best: { readonly path?: readonly string[]; readonly shared: readonly string[] } = { shared: [] }
  const look = (part: unknown, path: readonly string[]): void => {
    const properties = propertiesOf(part, definitions)
    // What is one of several kinds is an item if one of these is.
    const [shared = []] = branchesOf(part, definitions)
      .map((branch) => propertiesOf(branch, definitions))
      .map((members) => names.filter((name) => members.has(name)))
      .toSorted((one, other) => other.length - one.length)
    const lost = best.shared.filter((name) => !shared.includes(name))
    const isClear =
      !path.includes(EACH) || best.path === undefined || shared.length >= best.shared.length + OWN_MEMBERS
    const isRepeated = best.path !== undefined && best.shared.length >= shared.length * NEARLY_ALL
    if (shared.length > best.shared.length && lost.length < OWN_MEMBERS && isClear && !isRepeated)
      best = { path, shared }
    if (isList(part, definitions) && !path.includes(EACH))
      look(flatSchema(part, definitions)['items'], [...path, EACH])
    if (path.filter((name) => name !== EACH).length === DEEPEST) return
    for (const [name, inner] of properties) look(inner, [...path, name])
  }
  look(schema, [])
  return best.path
}

/** Of the members of an item those that an answer has to share to be one. */
const LEAST_SHARED = 0.6

/**
 * Whether these members are those of an item, as far as that matters. Of an item of which only the name is known, others are none.
 * @param names of the item's members.
 */
export function isWhole(members: ReadonlyMap<string, unknown>, names: readonly string[]): boolean {
  if (names.length === 1 && members.size > 1) return false
  return names.filter((name) => members.has(name)).length >= names.length * LEAST_SHARED
}

/**
 * Where an answer about one item has an object without named members, in the place of a list's items or beside it as all that is there:
 * "{ result: {} }" for "{ result: [{}] }", "{ result: { car: {} } }" for "{ result: { cars: [{}] } }".
 */
export function bareItemAt(
  path: readonly string[],
  schema: unknown,
  definitions: Definitions,
): readonly string[] | undefined {
  const holder = path.slice(0, -1)
  const [only, ...others] = propertiesOf(schemaAt(schema, holder, definitions), definitions).keys()
  const places = [path, ...(only === undefined || others.length > 0 ? [] : [[...holder, only]])]
  return places.find((place) => {
    const inner = flatSchema(schemaAt(schema, place, definitions), definitions)
    return place.length > 0 && inner['type'] === 'object' && propertiesOf(inner, definitions).size === 0
  })
}

/** Whether a place has an object that may have members besides those that the document names. */
export function isFreeAt(path: readonly string[], schema: unknown, definitions: Definitions): boolean {
  const inner = flatSchema(schemaAt(schema, path, definitions), definitions)
  return path.length > 0 && inner['type'] === 'object' && inner['additionalProperties'] !== false
}
