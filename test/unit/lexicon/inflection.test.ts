import { isSameNoun, pluralsOf, singularOf, singularsOf } from '@concordat/runtime/lexicon'
import { expect, test } from 'vitest'

/** Names of collections and of one of their items, as documents have them. */
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
  expect(isSameNoun(plural, singular)).toBe(true)
})

test('a plural that several rules explain has several singulars', () => {
  expect(singularsOf('axes')).toEqual(['axis', 'ax', 'axe'])
  expect(pluralsOf('person')).toEqual(['people', 'persons'])
  expect(pluralsOf('index')).toEqual(['indices', 'indexes'])
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
