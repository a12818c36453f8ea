import { parseExactJson } from '../../http/json/exact-json.ts'
import { type BodyLimits, tooDeep, tooMany } from './body-limits.ts'

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const OPENING_BRACKET = 91
const CLOSING_BRACKET = 93
const OPENING_BRACE = 123
const CLOSING_BRACE = 125

/** What JSON may hold, and how it is parsed. */
export interface JsonReading extends BodyLimits {
  /** Whether the digits of integers beyond 2^53 are noted. */
  readonly isExact?: boolean
}

/**
 * Parses JSON that is within the limits.
 * @throws SyntaxError when it is not well-formed; HttpProblem `body-too-complex`, or `invalid-body` when it is nested too deep.
 */
export function parseJson(text: string, reading: JsonReading): unknown {
  assertWithin(text, reading)
  return reading.isExact ? parseExactJson(text) : JSON.parse(text)
}

/**
 * Counts what JSON holds in one pass, a fraction of what parsing costs, and stops at the first limit. What is not well-formed
 * may be counted wrongly, never without end: parsing refuses it.
 */
function assertWithin(text: string, { depth, members, items }: BodyLimits): void {
  // A level takes its two brackets, an item a comma, a member at least `"":0`: short texts cannot hold too much of anything.
  if (text.length < 2 * Math.min(2 * members, items) && hasAtMost(depth, text)) return
  const isArray = new Uint8Array(depth + 1)
  let level = 0
  let memberCount = 0
  let itemCount = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index)
        break
      case OPENING_BRACE:
        if (++level > depth) throw tooDeep(depth)
        isArray[level] = 0
        break
      case OPENING_BRACKET:
        if (++level > depth) throw tooDeep(depth)
        isArray[level] = 1
        if (++itemCount > items) throw tooMany('items', items)
        break
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        if (level-- === 0) return
        break
      case COLON:
        if (++memberCount > members) throw tooMany('members', members)
        break
      case COMMA:
        if (isArray[level] === 1 && ++itemCount > items) throw tooMany('items', items)
    }
  }
}

/** Whether so few brackets open, those in strings among them, that nothing can be deeper. */
function hasAtMost(depth: number, text: string): boolean {
  if (text.length < 2 * depth) return true
  return openings('{', { text, most: depth }) + openings('[', { text, most: depth }) <= depth
}

/** How often a bracket opens, one more than the most at most. */
function openings(bracket: string, { text, most }: { readonly text: string; readonly most: number }): number {
  let count = 0
  for (let at = text.indexOf(bracket); at !== -1 && count <= most; at = text.indexOf(bracket, at + 1)) count++
  return count
}

/** The index of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  let index = start + 1
  for (; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === QUOTE) return index
    if (unit === BACKSLASH) index++
  }
  return index
}
