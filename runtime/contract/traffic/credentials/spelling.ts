import { schemes } from '../../lexicon/lexicon.ts'

/** Words before a token in `Authorization`, the most common first. @see RFC 6750, 2.1 */
const WORDS = Object.values(schemes.ofTokens.rows)

/**
 * Ways to write a key in `Authorization` for an API-key scheme. Documents do not state the word that the
 * server requires before it, and users give only the key.
 */
export class Spellings {
  /** For each spelling, the original key and the spellings not yet tried. */
  readonly #waiting = new Map<string, { readonly given: string; readonly rest: readonly string[] }>()

  /** Adds a key; one that already has a word before it is unchanged. */
  add(given: string): void {
    if (!/\s/.test(given.trim()))
      this.#waiting.set(given, { given, rest: WORDS.map((word) => `${word} ${given}`) })
  }

  /** True if a text is an original key with other spellings to try. */
  isAsGiven(text: string): boolean {
    return this.#waiting.get(text)?.given === text
  }

  /**
   * The spelling to try after a refused one; the original key after the last; `undefined` for any other text.
   */
  after(refused: string): string | undefined {
    const { given, rest: [next, ...rest] = [] } = this.#waiting.get(refused) ?? {}
    this.#waiting.delete(refused)
    if (given === undefined || next === undefined) return given
    this.#waiting.set(next, { given, rest })
    return next
  }
}
