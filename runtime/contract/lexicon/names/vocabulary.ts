import { lowerWordsOf, plain, snakeCase } from './words.ts'

/**
 * Position in which a word counts in a name: as all of it; as its first, last or any words; as what any word
 * begins with, its stem; or at the beginning, at the end or inside of its letters, since names in small
 * letters hide where a word begins: "username".
 */
export type Reading = 'whole' | 'first' | 'last' | 'any' | 'stem' | 'beginning' | 'end' | 'inside'

/** Maps a lower-case word without punctuation to a name from documents that no other row explains. */
export type Rows = Readonly<Record<string, string>>

type Test = (name: string) => boolean

/**
 * Words that mean the same in names. They answer questions about names, however these are spelled, and are no
 * list to compare with.
 */
export class Vocabulary {
  readonly reading: Reading
  readonly rows: Rows
  readonly #words: readonly string[]
  /** True for a name that has one of the words, however it is spelled: "nextPageToken", "next_page_token". */
  readonly has: Test
  /** The same for each word alone, made for the first name that has one. */
  #tests: readonly Test[] | undefined

  constructor(reading: Reading, rows: Rows) {
    this.reading = reading
    this.rows = rows
    this.#words = Object.keys(rows)
    this.has = TESTS[reading](this.#words)
  }

  /**
   * Those whose names have one of the words, in the order of the rows: of "id" and "_id" the one that is
   * spelled like its row's word first.
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

  /** The names that have one of the words, in that order. */
  among(names: Iterable<string>): readonly string[] {
    return this.sorted(names, (name) => name)
  }

  /** Values of an object under such names, in that order; nothing for other values. */
  valuesIn(value: unknown): readonly unknown[] {
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return this.sorted(members, ([name]) => name).map(([, member]) => member)
  }

  /**
   * The number of the first row whose word the name has, and a half more where it is spelled otherwise;
   * `undefined` where it has none.
   */
  place(name: string): number | undefined {
    if (!this.has(name)) return undefined
    this.#tests ??= this.#words.map((word) => TESTS[this.reading]([word]))
    const row = this.#tests.findIndex((test) => test(name))
    return this.#words[row] === name ? row : row + 1 / 2
  }
}

/**
 * Reads rows: names side by side, before each the word that explains it unless that is all of the name:
 * "perPage count:countPets".
 */
export function rows(text: string): Rows {
  return Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((row) => /^(?:(\w+):)?(.+)$/.exec(row))
      .map((row) => [row?.[1] ?? plain(row?.[2] ?? ''), row?.[2] ?? '']),
  )
}

/** A vocabulary of these rows. */
export function vocabulary(reading: Reading, text: string): Vocabulary {
  return new Vocabulary(reading, rows(text))
}

/**
 * Some rows of a table: the words that are meant in one place and not in another.
 * @throws Error for a word of no row.
 */
export function subset(all: Rows, reading: Reading, words: string): Vocabulary {
  const chosen = words
    .trim()
    .split(/\s+/)
    .map((word) => {
      const name = all[word]
      if (name === undefined) throw new Error(`No row of the table has "${word}".`)
      return [word, name] as const
    })
  return new Vocabulary(reading, Object.fromEntries(chosen))
}

const TESTS: Readonly<Record<Reading, (words: readonly string[]) => Test>> = {
  whole: (words) => {
    const known = new Set(words)
    return (name) => known.has(plain(name))
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
 * A row may be one word of a name, or two: "valid_from".
 * @param counts Told how many words of the name stand behind those that are a row's, and before them.
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
  return (name) => expression.test(plain(name))
}
