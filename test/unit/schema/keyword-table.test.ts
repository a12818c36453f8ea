import { isAnnotation, isProse, KEYWORDS, keywordRow } from '@concordat/runtime/subschemas'
import * as vocabulary from '@concordat/runtime/vocabulary'
import { describe, expect, test } from 'vitest'

const WORDS = Object.values(vocabulary).flatMap((word) => ('keyword' in word ? [word] : []))
/** Keywords that checks read in addition to their own; `type` determines which checks apply to a value. */
const READ = new Set(['type', ...WORDS.flatMap(({ reads = [] }) => reads)])
const TYPES = ['string', 'number', 'array', 'object'] as const
const JUDGING = Object.entries(KEYWORDS).filter(([, { kind }]) => kind !== 'annotation' && kind !== 'core')

describe('the table of keywords', () => {
  test.each(JUDGING.map(([name]) => name))('has "%s", by which validators judge', (name) => {
    expect(READ.has(name) || WORDS.some(({ keyword }) => keyword === name)).toBe(true)
  })

  test.each(WORDS.map((word) => [word.keyword, word] as const))('says what "%s" is about', (name, word) => {
    const row = keywordRow(name)
    expect(row).toBeDefined()
    const judged = TYPES.filter((type) => word[type] !== undefined)
    // `format` also has names for numbers.
    if (judged.length > 0 && word.any === undefined && name !== 'format') expect(judged).toEqual([row?.about])
    if (word.any !== undefined) expect(row?.about).toBeUndefined()
  })

  test('tells annotations, and those for people alone', () => {
    expect(['title', 'readOnly', 'x-source', 'minLength', 'constructor'].map(isAnnotation)).toEqual([
      ...[true, true, true, false, false],
    ])
    expect(['title', 'readOnly', 'x-source', 'minLength'].map(isProse)).toEqual([true, false, false, false])
  })
})
