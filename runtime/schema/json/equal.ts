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
  if (Array.isArray(value)) {
    let items = ''
    for (const item of value) items += `${canonicalText(item)},`
    return `[${items}]`
  }
  if (!isObject(value)) return typeof value === 'number' ? String(value + 0) : JSON.stringify(value)
  const names = Object.keys(value)
  if (names.length > 1) names.sort()
  let members = ''
  for (const name of names) members += `${JSON.stringify(name)}:${canonicalText(value[name])},`
  return `{${members}}`
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
  const composites = new Map<unknown, number>()
  const texts = new LongTexts()
  for (let second = 0; second < items.length; second++) {
    const item = items[second]
    const composite = typeof item === 'object' && item !== null
    const first = composite
      ? firstOf(composites, texts.key(canonicalText(item)), second)
      : firstOf(scalars, typeof item === 'string' ? texts.key(item) : item, second)
    if (first !== undefined) return { first, second }
  }
  return undefined
}

/** Engines hash a longer text by its length alone: a map of such texts would compare each with all others. */
const HASHED = 16_000

/** Texts as keys of a map. */
class LongTexts {
  readonly #pieces = new Map<string, number>()
  readonly #keys = new Map<string, object>()

  /** The text itself, or, of a long one, what stands for the numbers of its pieces: the same for the same text only. */
  key(text: string): unknown {
    if (text.length <= HASHED) return text
    let numbers = ''
    for (let start = 0; start < text.length; start += HASHED) {
      const piece = text.slice(start, start + HASHED)
      const known = this.#pieces.get(piece) ?? this.#pieces.size
      this.#pieces.set(piece, known)
      numbers += `${known},`
    }
    const key = this.#keys.get(numbers) ?? {}
    this.#keys.set(numbers, key)
    return key
  }
}

function firstOf(seen: Map<unknown, number>, key: unknown, index: number): number | undefined {
  const first = seen.get(key)
  if (first === undefined) seen.set(key, index)
  return first
}
