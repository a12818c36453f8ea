import { timeOfText } from '../../values/same.ts'

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
export function sortsBehind(value: unknown, other: unknown, { ignoresCase = false } = {}): boolean {
  if (typeof value === 'number' && typeof other === 'number') return value > other
  const [time, otherTime] = [timeOfText(value), timeOfText(other)]
  if (time !== undefined && otherTime !== undefined) return time > otherTime
  if (typeof value !== 'string' || typeof other !== 'string') return false
  if (![value, other].every((text) => PLAIN.test(text))) return false
  const [one, two] = ignoresCase ? [value.toLowerCase(), other.toLowerCase()] : [value, other]
  return ALPHABETS.every((order) => order(one, two) > 0)
}
