import { lowerWordsOf, plainName, snakeCase } from './words.ts'

/**
 * Position at which a word matches in a name: as the whole name; as its first, last or any word; as a stem
 * with which any word begins; or at the beginning, at the end or anywhere within its letters. The letters are
 * compared because lower-case names such as "username" do not show where a word begins.
 */
export type Reading = 'whole' | 'first' | 'last' | 'any' | 'stem' | 'beginning' | 'end' | 'inside'

/**
 * Maps a lower-case word without punctuation to an example: a name from real documents that no other row
 * matches.
 */
export type VocabularyRows = Readonly<Record<string, string>>

type Test = (name: string) => boolean

/**
 * Words that have the same meaning in names. They are used to search names in any spelling, not for exact
 * comparison.
 */
export class WordVocabulary {
  readonly reading: Reading
  readonly rows: VocabularyRows
  readonly #words: readonly string[]
  /**
   * True if a name contains one of the words, in any spelling, as "nextPageToken" and "next_page_token" do.
   */
  readonly has: Test
  /** A separate test for each word, created when a name matches for the first time. */
  #tests: readonly Test[] | undefined

  constructor(reading: Reading, rows: VocabularyRows) {
    this.reading = reading
    this.rows = rows
    this.#words = Object.keys(rows)
    this.has = TESTS[reading](this.#words)
  }

  /**
   * The values whose names contain one of the words, in the order of the rows. If two names match one row,
   * such as "id" and "_id", the one that is spelled like the row's word comes first.
   */
  sorted<Named>(all: Iterable<Named>, nameOf: (one: Named) => string): readonly Named[] {
    return [...all]
      .flatMap((one) => {
        const place = this.place(nameOf(one))
        return place === undefined ? [] : [{ one, place }]
      })
      .toSorted((one, other) => one.place - other.place)
      .map(({ one }) => one)
  }

  /** The names that contain one of the words, in the order of the rows. */
  among(names: Iterable<string>): readonly string[] {
    return this.sorted(names, (name) => name)
  }

  /**
   * An object's values whose names contain one of the words, in the order of the rows; empty for other
   * values.
   */
  valuesIn(value: unknown): readonly unknown[] {
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return this.sorted(members, ([name]) => name).map(([, member]) => member)
  }

  /**
   * The index of the first row whose word is in the name, plus a half if the spelling differs; `undefined` if
   * there is none.
   */
  place(name: string): number | undefined {
    if (!this.has(name)) return undefined
    this.#tests ??= this.#words.map((word) => TESTS[this.reading]([word]))
    const row = this.#tests.findIndex((test) => test(name))
    return this.#words[row] === name ? row : row + 1 / 2
  }
}

/**
 * Parses rows separated by spaces. A row is a word, a colon and a name, or only the name if it equals the
 * word: "perPage count:countPets".
 */
export function vocabularyRows(text: string): VocabularyRows {
  return Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((row) => /^(?:(\w+):)?(.+)$/.exec(row))
      .map((row) => [row?.[1] ?? plainName(row?.[2] ?? ''), row?.[2] ?? '']),
  )
}

/** Creates a vocabulary from these rows. */
export function vocabulary(reading: Reading, text: string): WordVocabulary {
  return new WordVocabulary(reading, vocabularyRows(text))
}

/**
 * Selects rows from a table: the words that apply in one context.
 * @throws Error for a word without a row.
 */
export function vocabularySubset(all: VocabularyRows, reading: Reading, words: string): WordVocabulary {
  const chosen = words
    .trim()
    .split(/\s+/)
    .map((word) => {
      const name = all[word]
      if (name === undefined) throw new Error(`The table has no entry for "${word}".`)
      return [word, name] as const
    })
  return new WordVocabulary(reading, Object.fromEntries(chosen))
}

const TESTS: Readonly<Record<Reading, (words: readonly string[]) => Test>> = {
  whole: (words) => {
    const known = new Set(words)
    return (name) => known.has(plainName(name))
  },
  first: (words) => among(words, (_, start) => start === 0),
  last: (words) => among(words, (rest) => rest === 0),
  any: (words) => among(words, () => true),
  stem: (words) => {
    const expression = new RegExp(`(?:^|_)(?:${words.join('|')})`)
    return (name) => expression.test(snakeCase(name))
  },
  beginning: (words) => matching(`^(?:${words.join('|')})`),
  end: (words) => matching(`(?:${words.join('|')})$`),
  inside: (words) => matching(words.join('|')),
}

/**
 * Tests for words in a name. A row can consist of one or two words of the name, as in "valid_from".
 * @param counts decides whether a match counts. It receives the number of the name's words after the match,
 * and the number before it.
 */
function among(words: readonly string[], counts: (rest: number, start: number) => boolean): Test {
  const known = new Set(words)
  return (name) => {
    const parts = lowerWordsOf(name)
    return parts.some((word, start) => {
      const rest = parts.length - start - 1
      if (known.has(word) && counts(rest, start)) return true
      return rest > 0 && known.has(word + parts[start + 1]) && counts(rest - 1, start)
    })
  }
}

function matching(pattern: string): Test {
  const expression = new RegExp(pattern)
  return (name) => expression.test(plainName(name))
}
