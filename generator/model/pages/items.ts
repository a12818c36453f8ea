import { identifiers, lowerWordsOf, paging, parts, plainName } from '@concordat/contract/lexicon'
import { resourcePath } from '@concordat/runtime/http'
import type { SchemaFacts } from '../schema/schema-facts.ts'
import { type BodyMembers, type ItemArray, membersForPaging, type ValuePlace } from './answer.ts'

/**
 * Finds the array with a page's items: in order of precedence, the body itself, an array with a usual name,
 * one named like the path ("projects" for "/projects"), the only array, one named like another step of the
 * path ("/images/{id}/similar"), or the only array of objects.
 * @param isPaged true for an operation with parameters for paging.
 * @returns the array, the reason for doubt if no array is certain, or `undefined` if there is no array.
 */
export function findPagedItems(
  path: string,
  { arrays, places }: BodyMembers,
  { facts, isPaged }: { readonly facts: SchemaFacts; readonly isPaged: boolean },
): ItemArray | string | undefined {
  const isLike = (array: ItemArray) => isListNamedLike(resourcePath(path), array.path.at(-1) ?? '')
  const isWithin = (array: ItemArray) => isNamedWithin(path, array.path.at(-1) ?? '')
  const certain = arrays.filter((array) => !parts.besideItems.has(lastName(array.path)) || isWithin(array))
  const possible =
    certain.length > 0 ? certain : arrays.filter((array) => isAllThereIs(array, { places, facts, isPaged }))
  const hasMembers = ({ item }: ItemArray) =>
    facts.facets(item).types.has('object') || facts.members(item).size > 0
  const depths = [...new Set(possible.map(({ path }) => path.length))].sort()
  const [nearest = 0] = depths
  const near = possible.filter(({ path }) => path.length === nearest)
  const usual = near.filter((array) => parts.items.has(lastName(array.path)))
  const found =
    one(usual) ??
    one(near.filter(isLike)) ??
    one(near) ??
    one(near.filter(isWithin)) ??
    one(near.filter(hasMembers)) ??
    one(possible.filter((array) => parts.items.has(lastName(array.path))))
  if (found === undefined) {
    if (possible.length === 0) return undefined
    const names = possible.slice(0, 3).map((array) => `"${array.path.join('.')}"`)
    return `nothing says which array in the response contains the items: ${names.join(', ')}${possible.length > 3 ? ', …' : ''}`
  }
  if (found.path.length === 0 || usual.includes(found)) return found
  const holder = found.path.slice(0, -1).join()
  const beside = places
    .filter(({ path }) => path.slice(0, -1).join() === holder)
    .map(({ path }) => lastName(path))
  const isPage = hasMembers(found)
    ? !beside.some((name) => identifiers.sure.has(name))
    : beside.every((name) => paging.ofPages.has(name))
  return isPage || isLike(found) ? found : `"${found.path.join('.')}" could be a property of a single item`
}

/**
 * True if the response contains nothing substantial apart from the array: for "messages" in a list, but not
 * for the links of a single thing. A response with pages can contain more next to the array, such as the
 * items' owner.
 */
function isAllThereIs(
  { path, item }: ItemArray,
  {
    places,
    facts,
    isPaged,
  }: Pick<BodyMembers, 'places'> & { readonly facts: SchemaFacts; readonly isPaged: boolean },
): boolean {
  const about = new Set(membersForPaging(places, path))
  const isBeside = (place: ValuePlace): boolean =>
    about.has(place) || (isPaged && place.path.length === path.length)
  return (
    !facts.members(item).has('href') &&
    places.every((place) => isBeside(place) && !place.value.types.has('object'))
  )
}

function lastName(path: readonly string[]): string {
  return plainName(path.at(-1) ?? '')
}

function one<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined
}

/** True if a step of a list's path has the name: "images" for "/images/{id}/similar". */
function isNamedWithin(path: string, name: string): boolean {
  const steps = resourcePath(path).split('/')
  return !steps.at(-1)?.includes('{') && steps.some((step) => isListNamedLike(step, name))
}

/** True for "featureTypes", "feature_types" and "types" if the path ends with "/feature-types". */
export function isListNamedLike(path: string, name: string): boolean {
  const segment = path.slice(path.lastIndexOf('/') + 1).replace(/\.(json|xml)$/i, '')
  const words = lowerWordsOf(segment)
  return (
    !segment.includes('{') && [plainName(segment), plainName(words.at(-1) ?? '')].includes(plainName(name))
  )
}
