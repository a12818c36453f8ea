import { isObject } from '@concordat/runtime/json'
import { pluralsOf } from '../../lexicon/lexicon.ts'

/**
 * The values by which an item can be found: the property's own value, the values in a list with its name or
 * plural, or the value of the same property in a nested object. A nested value counts only if the item itself
 * has no such property. For example, the `type` of a task's author is not the task's type.
 * @param isOwn true if the document declares the property for the items.
 */
export function itemValues(
  item: unknown,
  name: string,
  { isOwn = false }: { readonly isOwn?: boolean } = {},
): readonly unknown[] {
  if (!isObject(item)) return []
  if (isComparableValue(item[name])) return [item[name]]
  const several = [name, ...pluralsOf(name)]
    .map((plural) => item[plural])
    .find((value) => Array.isArray(value))
  if (Array.isArray(several)) return several.filter(isComparableValue)
  if (isOwn || Object.hasOwn(item, name)) return []
  const inner = Object.values(item).find((value) => isObject(value) && isComparableValue(value[name]))
  return isObject(inner) ? [inner[name]] : []
}

/** True for a value that can be compared with a query parameter. */
export function isComparableValue(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
