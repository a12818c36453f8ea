import type { FactWords } from './said.ts'

/** Words of findings about lists. */
export const listWords = {
  'twice in pages': ({ ids, query }) => ({
    expected: `every item once in the pages${query === undefined ? '' : ` with ${query}`}`,
    received: `${ids.join(', ')} more than once`,
  }),
  'missing in pages': ({ ids, query }) => ({
    expected: `every item once in the pages${query === undefined ? '' : ` with ${query}`}`,
    received: `pages without ${ids.join(', ')}`,
  }),
  'link leads nowhere': ({ to, received }) => ({
    expected:
      to === 'next'
        ? 'a page where the link of the page before leads'
        : 'a page where the link to the previous one leads',
    received,
  }),
  'wrong count': ({ items, of, received }) => ({
    expected:
      of === 'list'
        ? `the total of ${items} items as count`
        : `the count of the ${items} items that the filter finds`,
    received,
  }),
  'next of the last': ({ received }) => ({ expected: 'no next page after the last one', received }),
  'no way on': ({ problem }) => ({
    expected: 'what leads to the next page',
    received: `an answer that ${problem}`,
  }),
  'previous of the first': ({ received }) => ({
    expected: 'no previous page before the first',
    received,
  }),
  'no previous': ({ received }) => ({ expected: 'the previous page', received }),
  'another page before': ({ ids, received }) => ({
    expected: `the page before: ${ids.join(', ')}`,
    received,
  }),
  'order turns': ({ received }) => ({
    expected: 'the same items in the same order when read twice',
    received,
  }),
  'other default': ({ parameter, value, ids, received }) => ({
    expected: `the items of ${parameter}=${value}, its default, without it: ${ids}`,
    received,
  }),
  'link to another host': ({ host, received }) => ({
    expected: `a link to ${host}, which was asked`,
    received,
  }),
  'more than the limit': ({ limit, size, items }) => ({
    expected: `at most ${size} items with ${limit}=${size}`,
    received: `${items} items`,
  }),
  'not the first items': ({ limit, size, ids, received }) => ({
    expected: `the first items with ${limit}=${size}: ${ids}`,
    received,
  }),
  'offset ignored': ({ offset, ids, received }) => ({
    expected: `the list from its second item on with ${offset}=1: ${ids}`,
    received,
  }),
  'filter shows others': ({ parameter, value, received }) => ({
    expected: `only items with ${parameter} ${value}`,
    received,
  }),
  'filter misses': ({ parameter, value, ids, received }) => ({
    expected: `every item with ${parameter} ${value}: ${ids.join(', ')}`,
    received,
  }),
  'filtered after the cut': ({ query, ids, received }) => ({
    expected: `${ids.join(', ')} with ${query}, as a filter applies before the page is cut`,
    received,
  }),
  'filter ignored': ({ parameter, value, items }) => ({
    expected: `fewer than all items with ${parameter} ${value}, which none of them shows`,
    received: `all ${items} items`,
  }),
  'outside of the bound': ({ member, end, bound, received }) => ({
    expected: `only items whose ${member} is ${end} ${bound}`,
    received,
  }),
  'shows what one filter hides': ({ query, parameter, received }) => ({
    expected: `only items with ${query} that ${parameter} alone shows as well`,
    received,
  }),
  'bound misses': ({ query, ids, received }) => ({
    expected: `every item within ${query}: ${ids.join(', ')}`,
    received,
  }),
  'wrong order': ({ member, direction, query, received }) => ({
    expected: `items ordered by ${member}${direction === undefined ? '' : `, ${direction}`}, with ${query}`,
    received,
  }),
} satisfies Partial<FactWords>
