import type { ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { identifierInPath, idPathOf, itemIdOf } from '../../../data/document/identifier.ts'
import { boundItemName, keysAboveItem, type PathBinding } from '../../../data/document/path-binding.ts'
import { identifiers, isOwnItemName } from '../../../lexicon/lexicon.ts'

interface Item {
  readonly resource: ResourceDescriptor
  readonly binding: PathBinding
  readonly value: unknown
}

/** The item's name in paths or, if it has none, the identifier that it shows. */
export function nameOfItem(item: Item): string | undefined {
  return boundItemName(item) ?? itemIdOf(item.resource, item.value)
}

/**
 * True if a candidate has any of the item's names. The name in paths can differ from the identifier that the
 * item shows, and a server can show a name with other capital letters than those with which it was sent.
 */
export function isThisItem(item: Item, candidate: unknown): boolean {
  const id = itemIdOf(item.resource, candidate)?.toLowerCase()
  const names = [boundItemName(item), itemIdOf(item.resource, item.value)]
  return id !== undefined && names.some((name) => name?.toLowerCase() === id)
}

/**
 * True if an entry shows another name above its own than the item has, such as another owner of a repository.
 */
function showsOtherAbove({ resource, binding }: Item, candidate: unknown): boolean {
  const keys = keysAboveItem(resource)
  return (resource.namesAbove ?? []).some((path, index) => {
    const shown = identifierInPath(valueAt(candidate, path))?.toLowerCase()
    const own = binding.get(keys[index] ?? '')?.text.toLowerCase()
    return shown !== undefined && own !== undefined && shown !== own
  })
}

/**
 * Returns how certain it is that a list's entry is the item with this name in paths: `known` if a property
 * that identifies items has the name. If the item itself shows that the name is not in the expected property,
 * an entry is `likely` to be the item if any of its strings is the name, or any name in its parts: "{ info: {
 * name } }" or, in "/jobs", "{ execution: { jobId } }".
 */
export function certaintyOfEntry(item: Item, candidate: unknown, id: string): 'known' | 'likely' | undefined {
  const { resource, value } = item
  const known = showsOtherAbove(item, candidate) ? 'likely' : 'known'
  if (itemIdOf(resource, candidate)?.toLowerCase() === id.toLowerCase()) return known
  if (!isObject(candidate)) return undefined
  const { collection } = resource
  const isNamed = (own: readonly [string, unknown]): boolean =>
    isOwnItemName(own[0], collection) && identifierInPath(own[1]) === id
  const members = Object.entries(candidate)
  if (idPathOf(resource) === undefined && members.some(isNamed)) return known
  if (itemIdOf(resource, value) === id) return undefined
  const parts = members.map(([, part]) => part).filter(isObject)
  const isInPart = (part: object): boolean =>
    identifiers.naming.valuesIn(part).includes(id) || Object.entries(part).some(isNamed)
  return members.some(([, own]) => own === id) || parts.some(isInPart) ? 'likely' : undefined
}
