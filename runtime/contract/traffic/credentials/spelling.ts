import { schemes } from '../../lexicon/lexicon.ts'

/** Words that precede a token in `Authorization`, most common first. @see RFC 6750, 2.1 */
export const TOKEN_WORDS: readonly string[] = Object.values(schemes.ofTokens.rows)

/**
 * Tries different ways to write a key in `Authorization` for an API-key scheme. Documents do not state which
 * word the server requires before the key, and users provide only the key.
 */
export class KeySpellings {
  /** For each spelling, the original key and the spellings that have not been tried yet. */
  readonly #waiting = new Map<string, { readonly given: string; readonly rest: readonly string[] }>()

  /** Adds a key, unless it already has a word before it. */
  add(given: string): void {
    if (!/\s/.test(given.trim()))
      this.#waiting.set(given, { given, rest: TOKEN_WORDS.map((word) => `${word} ${given}`) })
  }

  /** True if a string is an original key for which other spellings can be tried. */
  isAsGiven(text: string): boolean {
    return this.#waiting.get(text)?.given === text
  }

  /**
   * Returns the spelling to try after a rejected one, or the original key after the last spelling;
   * `undefined` for any other string.
   */
  after(refused: string): string | undefined {
    const { given, rest: [next, ...rest] = [] } = this.#waiting.get(refused) ?? {}
    this.#waiting.delete(refused)
    if (given === undefined || next === undefined) return given
    this.#waiting.set(next, { given, rest })
    return next
  }
}
