import type { ListDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { ENVELOPE_DEPTH, envelopes } from '../../lexicon/lexicon.ts'
import { itemWithListedName } from '../document/identifier.ts'

/**
 * The items in a list's response: those at the documented location, those of the response itself if it is an
 * array, those in its only array or its only array of objects, or those of an object that contains similar
 * objects keyed by name.
 * @returns `undefined` if the response is not recognized as a list.
 */
export function itemsInAnswer(
  { list }: Pick<OperationDescriptor, 'list'>,
  answer: unknown,
): readonly unknown[] | undefined {
  const documented = list && documentedItems(list, answer)
  if (documented !== undefined) return documented
  if (Array.isArray(answer)) return answer
  const arrays = [...arraysIn(answer, ENVELOPE_DEPTH)]
  const [only, ...others] = arrays.filter((array) => array.every(isObject))
  if (only !== undefined && others.length === 0) return only
  return arrays.length === 0 ? itemsByName(answer) : arrays.length === 1 ? arrays[0] : undefined
}

/** The items of an object that contains similar objects keyed by name; `undefined` for any other value. */
function itemsByName(answer: unknown): readonly unknown[] | undefined {
  const entries = isObject(answer) ? Object.entries(answer) : []
  const items = entries.map(([, item]) => item).filter(isObject)
  const [first = {}, ...others] = items
  if (items.length === 0 || items.length < entries.length) return undefined
  const isAlike = Object.keys(first).some((member) => others.every((other) => Object.hasOwn(other, member)))
  const isEnvelope = entries.some(([name]) => envelopes.any.has(name))
  return isAlike && !isEnvelope ? entries.map(named) : undefined
}

function documentedItems({ items, keyed }: ListDescriptor, answer: unknown): readonly unknown[] | undefined {
  const value = valueAt(answer, items)
  if (Array.isArray(value)) return value
  return keyed === true && isObject(value) ? Object.entries(value).map(named) : undefined
}

/** The key is the item's name in paths, unless the item itself has a name. */
function named([name, value]: readonly [string, unknown]): unknown {
  return itemWithListedName(name, isObject(value) ? value : { value })
}

function* arraysIn(value: unknown, depth: number): Generator<readonly unknown[]> {
  if (Array.isArray(value)) yield value
  else if (isObject(value) && depth > 0)
    for (const member of Object.values(value)) yield* arraysIn(member, depth - 1)
}
