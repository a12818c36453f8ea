/**
 * Counts characters as JSON Schema does: Unicode code points, not UTF-16 units.
 * @see JSON Schema Validation 2020-12, 6.3.1
 */
function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/**
 * True if a string has at most this many characters. A code point takes one or two units, so the characters
 * of most strings need not be counted.
 */
export function isTextAtMost(limit: number, text: string): boolean {
  return text.length <= limit || (text.length <= 2 * limit && codePoints(text) <= limit)
}

export function isTextAtLeast(limit: number, text: string): boolean {
  return text.length >= 2 * limit || (text.length >= limit && codePoints(text) >= limit)
}
