import { type FactWords, short } from './said.ts'

/** Words of findings about lists. */
export const listWords = {
  'twice in pages': ({ ids, query }) => ({
    expected: `every item once in the pages${query === undefined ? '' : ` with ${query}`}`,
    received: `${ids.join(', ')} more than once`,
    wrong: `shows items on several pages: ${short(ids.join(', '))}`,
  }),
  'missing in pages': ({ ids, query }) => ({
    expected: `every item once in the pages${query === undefined ? '' : ` with ${query}`}`,
    received: `pages without ${ids.join(', ')}`,
    wrong: `leaves items out of its pages: ${short(ids.join(', '))}`,
  }),
  'link leads nowhere': ({ to, received }) => ({
    expected:
      to === 'next'
        ? 'a page where the link of the page before leads'
        : 'a page where the link to the previous one leads',
    received,
    wrong: `links to a ${to} page that is not there`,
  }),
  'wrong count': ({ items, of, received }) => ({
    expected:
      of === 'list'
        ? `the total of ${items} items as count`
        : `the count of the ${items} items that the filter finds`,
    received,
    wrong: `counts ${short(received)} items where there are ${items}`,
  }),
  'next of the last': ({ received }) => ({
    expected: 'no next page after the last one',
    received,
    wrong: 'announces a page after the last one',
  }),
  'no way on': ({ problem }) => ({
    expected: 'a way to the next page',
    received: `an answer that ${problem}`,
    wrong: `shows no way to the next page: its answer ${problem}`,
  }),
  'previous of the first': ({ received }) => ({
    expected: 'no previous page before the first',
    received,
    wrong: 'announces a page before the first one',
  }),
  'no previous': ({ received }) => ({
    expected: 'the previous page',
    received,
    wrong: 'shows no way back to the previous page',
  }),
  'another page before': ({ ids, received }) => ({
    expected: `the page before: ${ids.join(', ')}`,
    received,
    wrong: 'leads back to another page than the one before',
  }),
  'order turns': ({ received }) => ({
    expected: 'the same items in the same order when read twice',
    received,
    wrong: 'changes the order of its items between two reads',
  }),
  'other default': ({ parameter, value, ids, received }) => ({
    expected: `the items of ${parameter}=${value}, its default, without it: ${ids}`,
    received,
    wrong: `does not use the default ${parameter}=${value}`,
  }),
  'link to another host': ({ host, received }) => ({
    expected: `a link to ${host}, as in the request`,
    received,
    wrong: `links to another host than ${host}: ${short(received)}`,
  }),
  'more than the limit': ({ limit, size, items }) => ({
    expected: `at most ${size} items with ${limit}=${size}`,
    received: `${items} items`,
    wrong: `returns ${items} items with ${limit}=${size}`,
  }),
  'not the first items': ({ limit, size, ids, received }) => ({
    expected: `the first items with ${limit}=${size}: ${ids}`,
    received,
    wrong: `does not return the first items with ${limit}=${size}`,
  }),
  'offset ignored': ({ offset, ids, received }) => ({
    expected: `the list from its second item on with ${offset}=1: ${ids}`,
    received,
    wrong: `does not begin at the second item with ${offset}=1`,
  }),
  'filter shows others': ({ parameter, value, received }) => ({
    expected: `only items with ${parameter} ${value}`,
    received,
    wrong: `returns other items with the filter ${parameter}=${value}`,
  }),
  'filter misses': ({ parameter, value, ids, received }) => ({
    expected: `every item with ${parameter} ${value}: ${ids.join(', ')}`,
    received,
    wrong: `misses items with the filter ${parameter}=${value}`,
  }),
  'filtered after the cut': ({ query, ids, received }) => ({
    expected: `${ids.join(', ')} with ${query}, as a filter applies before the page is cut`,
    received,
    wrong: `cuts the page before it filters: ${query}`,
  }),
  'filter ignored': ({ parameter, value, items }) => ({
    expected: `fewer than all items with ${parameter} ${value}, which none of them shows`,
    received: `all ${items} items`,
    wrong: `ignores the filter ${parameter}=${value}`,
  }),
  'outside of the bound': ({ member, end, bound, received }) => ({
    expected: `only items whose ${member} is ${end} ${bound}`,
    received,
    wrong: `returns items whose ${member} is not ${end} ${bound}`,
  }),
  'shows what one filter hides': ({ query, parameter, received }) => ({
    expected: `only items with ${query} that ${parameter} alone shows as well`,
    received,
    wrong: `returns items with ${query} that ${parameter} alone hides`,
  }),
  'bound misses': ({ query, ids, received }) => ({
    expected: `every item within ${query}: ${ids.join(', ')}`,
    received,
    wrong: `misses items within ${query}`,
  }),
  'wrong order': ({ member, direction, query, received }) => ({
    expected: `items ordered by ${member}${direction === undefined ? '' : `, ${direction}`}, with ${query}`,
    received,
    wrong: `does not order its items by ${member}${direction === undefined ? '' : `, ${direction}`}, with ${query}`,
  }),
} satisfies Partial<FactWords>
