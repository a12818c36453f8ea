import { isObject } from './json.ts'

/** Whether two JSON values are equal: the order of properties does not count, 1 and 1.0 are one number. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isEqual(item, right[index]))
    )
  }
  if (!isObject(left) || !isObject(right)) return false
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  return names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]))
}

/**
 * A text that two composite JSON values share exactly when they are equal. It makes the search for duplicates linear,
 * where comparing each pair would let a long array stall its reader.
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (!isObject(value)) return value === 0 ? '0' : JSON.stringify(value)
  const entries = Object.keys(value).sort()
  return `{${entries.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`).join(',')}}`
}

/** Whether a value is nested deeper than so many levels. Looks no deeper than that itself. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part))
}

/** The first two equal items, as their indices; `undefined` when all differ. */
export function duplicate(
  items: readonly unknown[],
): { readonly first: number; readonly second: number } | undefined {
  const scalars = new Map<unknown, number>()
  const composites = new Map<string, number>()
  for (let second = 0; second < items.length; second++) {
    const item = items[second]
    const composite = typeof item === 'object' && item !== null
    const first = composite
      ? firstOf(composites, canonicalText(item), second)
      : firstOf(scalars, item, second)
    if (first !== undefined) return { first, second }
  }
  return undefined
}

function firstOf<T>(seen: Map<T, number>, key: T, index: number): number | undefined {
  const first = seen.get(key)
  if (first === undefined) seen.set(key, index)
  return first
}
