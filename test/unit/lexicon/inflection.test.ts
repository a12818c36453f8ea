import { counted, nouns, pluralsOf, singularOf, singularsOf } from '@concordat/contract/lexicon'
import { expect, test } from 'vitest'

/** Names of collections with the name of one item, as they occur in documents. */
const PAIRS =
  `aliases alias|addresses address|analyses analysis|batches batch|boxes box|branches branch|buses bus|caches cache|categories category|
children child|classes class|cookies cookie|cpus cpu|databases database|days day|entries entry|houses house|ids id|indices index|keys key|
licenses license|matches match|matrices matrix|menus menu|movies movie|people person|photos photo|policies policy|processes process|
purchases purchase|responses response|schemas schema|series series|shelves shelf|sizes size|statuses status|taxes tax|uris uri|users user|
viruses virus|wishes wish`
    .split(/\|\s*/)
    .map((pair) => pair.split(' ') as [string, string])

test.each(PAIRS)('"%s" are several of "%s"', (plural, singular) => {
  expect(singularOf(plural)).toBe(singular)
  expect(pluralsOf(singular)).toContain(plural)
})

test('a plural that several rules explain has several singulars', () => {
  expect(singularsOf('axes')).toEqual(['axis', 'ax', 'axe'])
  expect(pluralsOf('person')).toEqual(['people', 'persons'])
  expect(pluralsOf('index')).toEqual(['indices', 'indexes'])
})

test('a count has its noun in the singular only for one thing', () => {
  expect([0, 1, 3].map((count) => counted(count, 'other entry'))).toEqual([
    '0 other entries',
    '1 other entry',
    '3 other entries',
  ])
})

test.each(['address', 'analysis', 'bus', 'dns', 'status', 'user', 'x', '7', ''])(
  '"%s" is no plural',
  (name) => {
    expect(singularsOf(name)).toEqual([])
    expect(singularOf(name)).toBe(name)
  },
)

test('the last word of a name counts, in its case', () => {
  expect(singularOf('petCategories')).toBe('petCategory')
  expect(singularOf('/v1/work-queues')).toBe('/v1/work-queue')
  expect(singularOf('SalesPeople')).toBe('SalesPerson')
  expect(singularOf('BOXES')).toBe('BOX')
  expect(singularOf('clientIDs')).toBe('clientID')
  expect(pluralsOf('dataset_entry')).toEqual(['dataset_entries', 'dataset_entrys'])
})

/** True if the rules alone give the same result for a noun, so that its entry is not needed. */
function isNeedless(noun: string, rows: readonly object[], tell: () => unknown): boolean {
  const known = tell()
  const left = rows.map((row) => ({
    row: row as Map<string, string>,
    value: (row as Map<string, string>).get?.(noun),
  }))
  for (const { row } of left) row.delete(noun)
  const told = tell()
  for (const { row, value } of left)
    if (row instanceof Map) row.set(noun, value ?? '')
    else (row as unknown as Set<string>).add(noun)
  return JSON.stringify(known) === JSON.stringify(told)
}

test('each noun that is listed is one that the rules do not tell', () => {
  const lists = [nouns.uncountable, nouns.inS, nouns.pluralsInUs]
  for (const list of lists)
    expect(
      [...list].filter((noun) => isNeedless(noun, [list], () => [singularsOf(noun), pluralsOf(noun)])),
    ).toEqual([])
  const irregular = [...nouns.plurals].filter(
    ([singular, plural]) =>
      isNeedless(singular, [nouns.plurals], () => pluralsOf(singular)[0]) &&
      isNeedless(plural, [nouns.singulars], () => singularOf(plural)),
  )
  expect(irregular).toEqual([])
})
