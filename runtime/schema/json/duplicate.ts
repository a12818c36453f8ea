import { isEqual } from './equal.ts'
import { NO_UNIT, withUnit } from './hash.ts'
import { isObject } from './json.ts'

/**
 * The first two equal items, as their indices; `undefined` when all differ. It compares hashes first.
 * Comparing each pair would let a long array stall its reader, and so would a map of their texts: engines
 * hash a long text by its length alone.
 */
export function duplicate(
  items: readonly unknown[],
): { readonly first: number; readonly second: number } | undefined {
  // Items of one hash, each the one before; -1 where there is none.
  const before = new Int32Array(items.length)
  const last = new Map<number, number>()
  for (let second = 0; second < items.length; second++) {
    const hash = hashOf(items[second])
    before[second] = last.get(hash) ?? -1
    for (let first = before[second] ?? -1; first !== -1; first = before[first] ?? -1)
      if (isEqual(items[first], items[second])) return { first, second }
    last.set(hash, second)
  }
  return undefined
}

const number = new Float64Array(1)
const units = new Int32Array(number.buffer)

/** A hash that equal JSON values share. */
function hashOf(value: unknown): number {
  if (typeof value === 'string') return hashOfText(value)
  if (typeof value === 'number') {
    // The same bits for 0 and -0.
    number[0] = value + 0
    return withUnit(withUnit(1, units[0] ?? 0), units[1] ?? 0)
  }
  if (Array.isArray(value)) {
    let hash = 2
    for (const item of value) hash = withUnit(hash, hashOf(item))
    return hash
  }
  if (!isObject(value)) return value === true ? 3 : value === false ? 4 : 5
  // In any order.
  let sum = 6
  for (const name of Object.keys(value)) sum += withUnit(hashOfText(name), hashOf(value[name]))
  return withUnit(7, sum)
}

function hashOfText(text: string): number {
  let hash = NO_UNIT
  for (let index = 0; index < text.length; index++) hash = withUnit(hash, text.charCodeAt(index))
  return hash
}
