import { isObject } from './json.ts'

/** True if two JSON values are equal: property order does not matter, and 1 equals 1.0. */
export function isEqualJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isEqualJson(item, right[index]))
    )
  }
  if (!isObject(left) || !isObject(right)) return false
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  return names.every((name) => Object.hasOwn(right, name) && isEqualJson(left[name], right[name]))
}

/** True if a value is nested deeper than the given number of levels. Deeper parts are not visited. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((part) => isDeeperThan(levels - 1, part))
  // Do not use `Object.values`, which would create a list for each item of a long array.
  for (const name in value) if (isDeeperThan(levels - 1, value[name as keyof typeof value])) return true
  return false
}
