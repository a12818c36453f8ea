const UNITS = 'ms|milli\\w*|s|secs?|seconds?|m|mins?|minutes?'
/**
 * Patterns for messages that say when to try again: as a property of a response, as a sentence, or only as a
 * rate, such as "per minute".
 */
const TOLD = [
  `\\b(?:retry|try)[_ -]?(?:again[_ -]?)?(?:after|in)[_ -]?(?<member>${UNITS})?"?\\s*[:=]?\\s*"?(?<time>\\d+(?:\\.\\d+)?)\\s*(?<unit>${UNITS})?\\b`,
  `\\b(?:in|after|wait|for|within|another)\\s+(?<time>\\d+(?:\\.\\d+)?)\\s*(?<unit>${UNITS})\\b`,
  `\\bper\\s+(?<time>\\d+\\s+)?(?<unit>seconds?|minutes?)\\b`,
].map((text) => new RegExp(text, 'i'))
const MINUTE_MS = 60_000

/**
 * Milliseconds to wait, as stated in the body of a 429; `undefined` if it states none. A number without a
 * unit is in seconds, as in `Retry-After`.
 */
export function waitTold(text: string): number | undefined {
  const told = TOLD.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined)
  if (told === undefined) return undefined
  const { member, time = '1', unit = member ?? 's' } = told
  return Number(time) * millisecondsOf(unit.toLowerCase())
}

function millisecondsOf(unit: string): number {
  if (unit.startsWith('s')) return 1000
  return unit === 'ms' || unit.startsWith('milli') ? 1 : MINUTE_MS
}
