export { fitsNamePattern } from './name-pattern.ts'

/** One wrong letter per this many letters still counts as a typing error. */
const LETTERS_PER_SLIP = 3

/** The name nearest to `text` by edit distance; `undefined` if no name is near enough. */
export function nearestName(text: string, names: Iterable<string>): string | undefined {
  const found = [...names]
    .map((name) => ({ name, distance: editDistance(text.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(text.length, name.length) / LETTERS_PER_SLIP)
    .sort((a, b) => a.distance - b.distance)
  return found[0]?.name
}

/**
 * " Did you mean "rate"?", to be appended to a sentence; empty if no name is near enough.
 * @param prefix string before the name, such as "--".
 */
export function didYouMean(text: string, names: Iterable<string>, prefix = ''): string {
  const name = nearestName(text, names)
  return name === undefined ? '' : ` Did you mean "${prefix}${name}"?`
}

/**
 * The name that a string misspells by one letter, or by up to two if the string is long; `undefined` if there
 * is none.
 */
export function misspeltName(text: string, names: Iterable<string>): string | undefined {
  if (text.length < SHORTEST_MISSPELT) return undefined
  const slips = text.length < LONG ? 1 : 2
  return [...names].find(
    (name) =>
      Math.abs(name.length - text.length) <= slips &&
      editDistance(text.toLowerCase(), name.toLowerCase()) <= slips,
  )
}

/** Shorter strings are not corrected, because one wrong letter often makes another word. */
const SHORTEST_MISSPELT = 4

/** Strings of at least this length can have two wrong letters. */
const LONG = 8

/** Number of letters to insert, delete, replace or swap with a neighbor to turn one string into the other. */
export function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(last, j) + 1,
          at(row, j - 1) + 1,
          replaced,
          isSwap ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
