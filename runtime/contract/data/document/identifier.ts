import { decodedPart, type ItemName, type ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { identifiers, isOutcomeNamed, plainName, selfLinks } from '../../lexicon/lexicon.ts'

/** A non-empty string or a number as it appears in a path parameter; `undefined` for any other value. */
export function identifierInPath(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
}

/** True for a UUID in its usual form, with hyphens. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/**
 * Key under which an item keeps the name that a list gives it. It is a symbol, so it cannot clash with the
 * server's own properties.
 */
const NAME = Symbol('name in a list')

/** Adds the name under which an object lists an item, as in "{ a.txt: { size: 3 } }". */
export function itemWithListedName(name: string, item: object): object {
  return { ...item, [NAME]: name }
}

/** The name that a list gave an item; `undefined` if it gave none. */
export function itemNameInList(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || !(NAME in item)) return undefined
  return String(item[NAME])
}

/**
 * The name of an item, taken from its link to itself, if the link is below the collection. Many servers show
 * no other name. Links are in `_links.self.href`, in `links` with `rel: self`, or in `href`, `self` or `url`.
 */
export function itemNameInLink(collection: string, item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const { links } = item
  const own = Array.isArray(links) ? links.find((link) => isObject(link) && link['rel'] === 'self') : links
  const texts = [
    ...selfLinks.map((place) => valueAt(item, place)),
    valueAt(own, ['href']),
    valueAt(own, ['self']),
  ]
  for (const text of texts) {
    const name = typeof text === 'string' ? itemNameBelow(collection, text) : undefined
    if (name !== undefined) return name
  }
  return undefined
}

/**
 * The item's name in a link: "10" for "notes/10", "/v1/notes/10" and "http://host/v1/notes/10" below
 * "/v1/notes"; `undefined` if the link leads elsewhere.
 */
export function itemNameBelow(collection: string, text: string): string | undefined {
  const link = URL.parse(text, 'http://localhost')
  const [parent, last] = link?.pathname.replace(/\/$/, '').split('/').slice(-2) ?? []
  return parent === collection.split('/').at(-1) && last ? decodedPart(last) : undefined
}

/**
 * Path of the property that identifies the resource's items, relative to an item; `undefined` if none is
 * known.
 */
export function idPathOf(resource: Pick<ResourceDescriptor, 'names'>): readonly string[] | undefined {
  return itemNameOf(resource)?.path
}

/**
 * Path of the property that identifies the resource's items for certain, because the document states it or
 * the server has shown it; `undefined` if none does. Rules assert nothing about an item's other names.
 */
export function certainIdPathOf(resource: Pick<ResourceDescriptor, 'names'>): readonly string[] | undefined {
  const name = itemNameOf(resource)
  return name?.certainty === 'likely' ? undefined : name?.path
}

/** The name of the resource's items: the first one, unless it is merely possible. */
export function itemNameOf({ names: [name] = [] }: Pick<ResourceDescriptor, 'names'>): ItemName | undefined {
  return name?.certainty === 'possible' ? undefined : name
}

/**
 * Value of the property that identifies the resource's items, as it appears in paths; `undefined` if no
 * property identifies them, or if `value` lacks the property.
 */
export function itemIdInMember(resource: ResourceDescriptor, value: unknown): string | undefined {
  const name = itemNameOf(resource)
  const text = name && identifierInPath(valueAt(value, name.path))
  if (text === undefined || name === undefined) return undefined
  // Until a server shows which, a name can be a path, as in protobuf: "shelves/7" in "/v1/shelves".
  const { isBelowCollection = name.certainty === undefined ? undefined : false } = name
  const below = isBelowCollection === false ? undefined : itemNameBelow(resource.collection, text)
  return isBelowCollection === true ? below : (below ?? text)
}

/** The value of an object's only property, if that has one of the names in any spelling: "Id" for "ID". */
function onlyMemberCalled(names: readonly (string | undefined)[], value: unknown): string | undefined {
  const [only, ...others] = Object.entries(isObject(value) ? value : {})
  if (only === undefined || others.length > 0) return undefined
  const [name, own] = only
  const isCalled = names.some((each) => each !== undefined && plainName(each) === plainName(name))
  return isCalled ? identifierInPath(own) : undefined
}

/**
 * The identifier of the resource's item, as it appears in a path parameter. `value` can be the identifier
 * itself, because some lists show nothing else.
 */
export function itemIdOf(resource: ResourceDescriptor, value: unknown): string | undefined {
  const alone = identifierInPath(value)
  if (alone !== undefined) return alone
  const { idParameter } = resource
  const path = idPathOf(resource)
  const own = itemIdInMember(resource, value)
  // The response to a create can consist of the identifier alone, under its name in paths.
  const named =
    (idParameter === undefined ? undefined : identifierInPath(valueAt(value, [idParameter]))) ??
    onlyMemberCalled([idParameter, path?.at(-1)], value)
  if (own !== undefined || named !== undefined) return own ?? named
  const listed = itemNameInList(value) ?? itemNameInLink(resource.collection, value)
  if (listed !== undefined || path !== undefined) return listed
  if (isObject(value) && isOutcomeNamed(Object.keys(value))) return undefined
  return identifiers.likely
    .valuesIn(value)
    .map(identifierInPath)
    .find((id) => id !== undefined)
}
