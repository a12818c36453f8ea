import type { SortDirection } from '../../../lexicon/lexicon.ts'
import { timeOfText } from '../../../lexicon/lexicon.ts'

/** Strings of letters, digits and single spaces only, because collations disagree about other characters. */
const PLAIN = /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/

const ALPHABETS: readonly ((one: string, other: string) => number)[] = [
  (one, other) => (one < other ? -1 : one > other ? 1 : 0),
  (one, other) => one.toLowerCase().localeCompare(other.toLowerCase(), 'en'),
  (one, other) => one.localeCompare(other, 'en', { numeric: true }),
  (one, other) => one.localeCompare(other, 'en', { ignorePunctuation: true }),
]

/**
 * True if a value comes after another one on every server. If the document says that the server ignores the
 * case of strings, so does the comparison.
 */
export function isSortedAfter(value: unknown, other: unknown, { ignoresCase = false } = {}): boolean {
  if (typeof value === 'number' && typeof other === 'number') return value > other
  const [time, otherTime] = [timeOfText(value), timeOfText(other)]
  if (time !== undefined && otherTime !== undefined) return time > otherTime
  if (typeof value !== 'string' || typeof other !== 'string') return false
  if (![value, other].every((text) => PLAIN.test(text))) return false
  const [one, two] = ignoresCase ? [value.toLowerCase(), other.toLowerCase()] : [value, other]
  return ALPHABETS.every((order) => order(one, two) > 0)
}

/**
 * Returns the index of the first value that certainly comes too late in a list that is sorted by these
 * values; `undefined` if there is none. Without a direction, the values may rise or fall, but not both.
 */
export function firstOutOfOrder(
  values: readonly unknown[],
  {
    direction,
    ignoresCase = false,
  }: { readonly direction: SortDirection | undefined; readonly ignoresCase?: boolean | undefined },
): number | undefined {
  const wrong = (wanted: SortDirection): number | undefined => {
    const at = values.findIndex((value, index) => {
      const before = values[index - 1]
      if (index === 0) return false
      return wanted === 'rising'
        ? isSortedAfter(before, value, { ignoresCase })
        : isSortedAfter(value, before, { ignoresCase })
    })
    return at < 0 ? undefined : at
  }
  return direction === undefined ? wrong('falling') && wrong('rising') : wrong(direction)
}
