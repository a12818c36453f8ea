import { isObject } from '@concordat/runtime/json'
import { otherItemNamesIn } from '../../../lexicon/lexicon.ts'

/** Minimum length of a name. A shorter string can also occur in an item that existed before. */
const LEAST_LENGTH = 8

/**
 * Returns the item's other names in the response to its create. Short ones are excluded, because other items
 * might have them too.
 */
export function itemNamesWhenMade(value: unknown): readonly string[] {
  return otherItemNamesIn(value).filter((name) => name.length >= LEAST_LENGTH)
}

/**
 * Returns the names that a list shows for the item with this identifier, which may have been renamed since
 * its creation.
 */
export function itemNamesWhenListed(listed: unknown, identifier: string): readonly string[] {
  const lists = (isObject(listed) ? Object.values(listed) : [listed]).filter((part) => Array.isArray(part))
  return lists
    .flat()
    .filter((entry) => isObject(entry) && Object.values(entry).includes(identifier))
    .flatMap(otherItemNamesIn)
}
