import { parseExactJson } from '../../http/json/exact-json.ts'
import type { BodyLimits } from './body-limits.ts'
import { JsonCount } from './json-count.ts'

/** Limits of JSON, and how it is parsed. */
export interface JsonReading extends BodyLimits {
  /** True if the digits of integers beyond 2^53 are kept. */
  readonly isExact?: boolean
}

/**
 * The only parser of JSON in one body: the body itself, or its fields and parts. The limits
 * hold for all of them together.
 */
export class JsonReader {
  readonly #reading: JsonReading
  /** Characters of texts that were not counted. */
  #uncounted = 0
  #count: JsonCount | undefined

  constructor(reading: JsonReading) {
    this.#reading = reading
  }

  /**
   * @throws SyntaxError when it is not well-formed; HttpProblem `body-too-complex`, or
   * `invalid-body` when it is nested too deep.
   */
  parse(text: string): unknown {
    const { depth, members, items, names, isExact } = this.#reading
    // A level takes two brackets, an item a comma, a member at least `"":0`: short
    // texts cannot exceed any limit.
    this.#uncounted += text.length
    if (this.#uncounted >= Math.min(4 * Math.min(members, names), 2 * items) || !hasAtMost(depth, text)) {
      this.#count ??= new JsonCount(this.#reading)
      this.#count.add(text)
    }
    return isExact ? parseExactJson(text) : JSON.parse(text)
  }
}

/** True if so few brackets open, including those in strings, that nothing can be deeper. */
function hasAtMost(depth: number, text: string): boolean {
  if (text.length < 2 * depth) return true
  return openings('{', { text, most: depth }) + openings('[', { text, most: depth }) <= depth
}

/** Number of times that a bracket opens, counted to one more than the maximum. */
function openings(bracket: string, { text, most }: { readonly text: string; readonly most: number }): number {
  let count = 0
  for (let at = text.indexOf(bracket); at !== -1 && count <= most; at = text.indexOf(bracket, at + 1)) count++
  return count
}
