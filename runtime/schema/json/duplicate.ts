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
  // A hash table with open addressing, at most half full. A slot has two numbers: an item's hash, and its
  // index plus 1, or 0 if the slot is empty.
  const slots = 2 ** (33 - Math.clz32(items.length))
  const table = new Int32Array(2 * slots)
  for (let second = 0; second < items.length; second++) {
    const hash = hashOf(items[second])
    let slot = (hash ^ (hash >>> 16)) & (slots - 1)
    for (let next = table[2 * slot + 1]; next; next = table[2 * slot + 1]) {
      const first = next - 1
      if (table[2 * slot] === hash && isEqualJson(items[first], items[second])) return { first, second }
      slot = (slot + 1) & (slots - 1)
    }
    table[2 * slot] = hash
    table[2 * slot + 1] = second + 1
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
  // Use a sum, which does not depend on the order of properties.
  let sum = 6
  for (const name in value) sum += withUnit(hashOfText(name), hashOf(value[name]))
  return withUnit(7, sum)
}

function hashOfText(text: string): number {
  let hash = NO_UNIT
  for (let index = 0; index < text.length; index++) hash = withUnit(hash, text.charCodeAt(index))
  return hash
}
