/**
 * Maximum depth of nested JSON. Validation recurses to the same depth, so deeper JSON could exhaust the
 * stack.
 */
const DEEPEST = 512

/**
 * Maximum number of JSON values, counted by the commas between them. Each reader of a text needs about a
 * hundred bytes of memory per value.
 */
const MOST_VALUES = 500_000

/**
 * Measures a JSON text, complete or in pieces, before it is parsed, because parsing could exhaust the stack
 * or the memory.
 */
export class JsonBounds {
  #depth = 0
  #values = 0
  #isText = false
  /** Number of characters at the start of the next piece that are escaped. */
  #escaped = 0

  /** @returns the reason why the text must not be parsed, as part of a sentence, or `undefined`. */
  add(piece: string | Uint8Array): string | undefined {
    const codeAt =
      typeof piece === 'string' ? (at: number) => piece.charCodeAt(at) : (at: number) => piece[at]
    let index = this.#escaped
    for (; index < piece.length; index++) {
      const code = codeAt(index)
      if (code === 34) this.#isText = !this.#isText
      else if (this.#isText) index += code === 92 ? 1 : 0
      else if (code === 91 || code === 123) {
        if (++this.#depth > DEEPEST) return `JSON nested deeper than ${DEEPEST} levels`
      } else if (code === 93 || code === 125) this.#depth--
      else if (code === 44 && ++this.#values > MOST_VALUES) return `JSON with more than ${MOST_VALUES} values`
    }
    this.#escaped = index - piece.length
    return undefined
  }
}

/**
 * The value of a JSON text; `undefined`, which is not a JSON value, if the text is not JSON, or is too deep
 * or too large to be parsed.
 */
export function answerJsonOfText(text: string): unknown {
  return new JsonBounds().add(text) === undefined ? answerJsonOfMeasured(text) : undefined
}

/** The value of a JSON text that `JsonBounds` has measured; `undefined` if it is not JSON. */
export function answerJsonOfMeasured(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
