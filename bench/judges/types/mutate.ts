import type { Names } from '@concordat/contract/values'
import { isObject } from '@concordat/runtime/json'

type Random = Names['random']

/** Values of every type, used as replacements. */
const OTHERS: readonly unknown[] = ['text', 7, true, null, [], {}, ['text'], [7]]

/** A property name that no document contains. */
const UNDECLARED = 'undeclaredMember'

/** Maximum depth at which a value is changed. */
const DEEPEST = 4

/**
 * Returns the value with one change at some depth: a property or item removed or added, or a value replaced.
 */
export function mutated(value: unknown, random: Random, depth = 0): unknown {
  const names = isObject(value) ? Object.keys(value) : []
  const isInside = depth < DEEPEST && random.below(3) > 0
  if (isObject(value) && names.length > 0 && isInside) {
    const name = names[random.below(names.length)] ?? ''
    return { ...value, [name]: mutated(value[name], random, depth + 1) }
  }
  if (Array.isArray(value) && value.length > 0 && isInside) {
    const place = random.below(value.length)
    return value.map((item, index) => (index === place ? mutated(item, random, depth + 1) : item))
  }
  return changed(value, random)
}

function changed(value: unknown, random: Random): unknown {
  const other = OTHERS[random.below(OTHERS.length)]
  if (isObject(value)) {
    const names = Object.keys(value)
    const gone = names[random.below(names.length)]
    const ways = [
      () => Object.fromEntries(Object.entries(value).filter(([name]) => name !== gone)),
      () => ({ ...value, [UNDECLARED]: other }),
      () => other,
    ]
    return ways[random.below(ways.length)]?.()
  }
  if (Array.isArray(value)) return random.below(2) === 0 ? [...value, other] : value.slice(1)
  if (typeof value === 'string' && random.below(2) === 0) return `${value}X`
  return other
}
