/**
 * Characters as JSON Schema counts them: Unicode code points, not UTF-16 units.
 * @see JSON Schema Validation 2020-12, 6.3.1
 */
function codePoints(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length - 1; index++) {
    if (isSurrogate(text.charCodeAt(index), 0xd800) && isSurrogate(text.charCodeAt(index + 1), 0xdc00)) {
      count--
      index++
    }
  }
  return count
}

function isSurrogate(unit: number, start: number): boolean {
  return unit >= start && unit < start + 0x400
}

/** A code point takes one or two units, so that most lengths are decided without counting. */
export function isAtMost(limit: number, text: string): boolean {
  return text.length <= limit || (text.length <= 2 * limit && codePoints(text) <= limit)
}

export function isAtLeast(limit: number, text: string): boolean {
  return text.length >= 2 * limit || (text.length >= limit && codePoints(text) >= limit)
}
