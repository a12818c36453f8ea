import { parseExactJson } from '../../http/json/exact-json.ts'
import type { BodyLimits } from './body-limits.ts'
import { JsonCount } from './json-count.ts'

/** Limits and options for parsing JSON. */
export interface JsonReading extends BodyLimits {
  /** True to keep all digits of integers beyond 2^53. */
  readonly isExact?: boolean
}

/**
 * Parses all JSON in one body: the body itself, or its fields and parts. The limits apply to all of them
 * together.
 */
export class JsonReader {
  readonly #reading: JsonReading
  /**
   * Number of characters so far. Parts are not counted until there are enough characters to exceed a limit.
   */
  #uncounted = 0
  #count: JsonCount | undefined

  constructor(reading: JsonReading) {
    this.#reading = reading
  }

  /**
   * @throws SyntaxError if the text is malformed; HttpProblem `body-too-complex`, or `invalid-body` if it is
   * nested too deeply.
   */
  parse(text: string): unknown {
    const { depth, members, items, names, isExact } = this.#reading
    // A level takes two brackets, an item takes a comma, and a property takes at least `"":0`, so a short
    // text cannot exceed any limit.
    this.#uncounted += text.length
    if (this.#uncounted >= Math.min(4 * Math.min(members, names), 2 * items) || !hasAtMost(depth, text)) {
      this.#count ??= new JsonCount(this.#reading)
      this.#count.add(text)
    }
    return isExact ? parseExactJson(text) : JSON.parse(text)
  }
}

/**
 * True if there are so few opening brackets, including those inside strings, that the depth cannot exceed the
 * limit.
 */
function hasAtMost(depth: number, text: string): boolean {
  if (text.length < 2 * depth) return true
  return openings('{', { text, most: depth }) + openings('[', { text, most: depth }) <= depth
}

/** Number of opening brackets, counted only up to one more than the maximum. */
function openings(bracket: string, { text, most }: { readonly text: string; readonly most: number }): number {
  let count = 0
  for (let at = text.indexOf(bracket); at !== -1 && count <= most; at = text.indexOf(bracket, at + 1)) count++
  return count
}
