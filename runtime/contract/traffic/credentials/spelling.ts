import { schemes } from '../../lexicon/lexicon.ts'

/** Words before a token in `Authorization`, the most usual first. @see RFC 6750, 2.1 */
const WORDS = Object.values(schemes.ofTokens.rows)

/**
 * Ways to write a key that travels in `Authorization` under an API-key scheme. Documents do not say which
 * word the server wants before it, and people give the key alone.
 */
export class Spellings {
  /** For each spelling the key as it was given, and the spellings that are still to be tried. */
  readonly #waiting = new Map<string, { readonly given: string; readonly rest: readonly string[] }>()

  /** Takes a key that was given; one with a word before it is left as it is. */
  add(given: string): void {
    if (!/\s/.test(given.trim()))
      this.#waiting.set(given, { given, rest: WORDS.map((word) => `${word} ${given}`) })
  }

  /** True if a text is a key as it was given, with other spellings to try. */
  isAsGiven(text: string): boolean {
    return this.#waiting.get(text)?.given === text
  }

  /**
   * The spelling to try after one that was refused; the key as it was given after the last; `undefined` for
   * any other text.
   */
  after(refused: string): string | undefined {
    const { given, rest: [next, ...rest] = [] } = this.#waiting.get(refused) ?? {}
    this.#waiting.delete(refused)
    if (given === undefined || next === undefined) return given
    this.#waiting.set(next, { given, rest })
    return next
  }
}
