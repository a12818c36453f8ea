import { isEqualJson } from './equal.ts'
import { NO_UNIT, withUnit } from './hash.ts'
import { isObject } from './json.ts'

/**
 * Indices of the first two equal items; `undefined` if all items differ. Compares hashes first. A long array
 * could stall the caller if each pair were compared, or if the items were keys of a map, because engines hash
 * a long string by its length only.
 */
export function duplicateItems(
  items: readonly unknown[],
): { readonly first: number; readonly second: number } | undefined {
  // For each item, the index of the previous item with the same hash; -1 if there is none.
  const before = new Int32Array(items.length)
  const last = new Map<number, number>()
  for (let second = 0; second < items.length; second++) {
    const hash = hashOf(items[second])
    before[second] = last.get(hash) ?? -1
    for (let first = before[second] ?? -1; first !== -1; first = before[first] ?? -1)
      if (isEqualJson(items[first], items[second])) return { first, second }
    last.set(hash, second)
  }
  return undefined
}

const number = new Float64Array(1)
const units = new Int32Array(number.buffer)

/** A hash that is equal for equal JSON values. */
function hashOf(value: unknown): number {
  if (typeof value === 'string') return hashOfText(value)
  if (typeof value === 'number') {
    // Give 0 and -0 the same bits.
    number[0] = value + 0
    return withUnit(withUnit(1, units[0] ?? 0), units[1] ?? 0)
  }
  if (Array.isArray(value)) {
    let hash = 2
    for (const item of value) hash = withUnit(hash, hashOf(item))
    return hash
  }
  if (!isObject(value)) return value === true ? 3 : value === false ? 4 : 5
  // The sum does not depend on the order of properties.
  let sum = 6
  for (const name of Object.keys(value)) sum += withUnit(hashOfText(name), hashOf(value[name]))
  return withUnit(7, sum)
}

function hashOfText(text: string): number {
  let hash = NO_UNIT
  for (let index = 0; index < text.length; index++) hash = withUnit(hash, text.charCodeAt(index))
  return hash
}
