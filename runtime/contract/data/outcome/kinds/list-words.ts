import { counted } from '../../../lexicon/lexicon.ts'
import type { ListFacts } from './facts/list-facts.ts'
import { type FactWords, shortFactText } from './said.ts'

/** Wording of findings about lists. */
export const listWords = {
  'refused while empty': ({ create, status }) => ({
    expected: `success before ${create}, as after it`,
    received: { status },
    wrong: `returns ${status} while there are no items`,
  }),
  'twice in pages': ({ ids, query }) => ({
    expected: `every item exactly once in the pages${query === undefined ? '' : ` with ${query}`}`,
    received: `${ids.join(', ')} more than once`,
    wrong: `repeats items in its pages: ${shortFactText(ids.join(', '))}`,
  }),
  'missing in pages': ({ ids, query }) => ({
    expected: `every item exactly once in the pages${query === undefined ? '' : ` with ${query}`}`,
    received: `pages without ${ids.join(', ')}`,
    wrong: `omits items from its pages: ${shortFactText(ids.join(', '))}`,
  }),
  'link leads nowhere': ({ to, received }) => ({
    expected: `the ${to} page, which the list announces`,
    received,
    wrong: `announces a ${to} page that returns ${received}`,
  }),
  'wrong count': ({ items, of, received }) => ({
    expected:
      of === 'list'
        ? `a count of ${items}, the total number of items`
        : `a count of ${items}, the number of items that match the filter`,
    received,
    wrong: `reports a count of ${shortFactText(received)} instead of ${items}`,
  }),
  'ids beside missing': ({ member, count, received }) => ({
    expected: `${count} values in "${member}", one for each item of all pages`,
    received,
    wrong: `lists ${shortFactText(received)} instead of ${count} values in "${member}"`,
  }),
  'next of the last': ({ received }) => ({
    expected: 'no next page after the last one',
    received,
    wrong: 'announces another page after the last one',
  }),
  'no way on': ({ problem }) => ({
    expected: 'a way to reach the next page',
    received: `a response that ${problem}`,
    wrong: `provides no way to reach the next page: its response ${problem}`,
  }),
  'previous of the first': ({ received }) => ({
    expected: 'no previous page before the first one',
    received,
    wrong: 'announces a page before the first one',
  }),
  'no previous': ({ received }) => ({
    expected: 'the previous page',
    received,
    wrong: 'provides no way back to the previous page',
  }),
  'another page before': ({ ids, received }) => ({
    expected: `the previous page: ${ids.join(', ')}`,
    received,
    wrong: 'leads back to a page other than the previous one',
  }),
  'another last page': ({ id, query, received }) => ({
    expected: `a last page${query === undefined ? '' : ` of the list with ${query}`} that ends with ${id}`,
    received,
    wrong: `announces a last page that ${received === 'no items' ? 'has no items' : 'does not end with the last item'}`,
  }),
  'wrong number of pages': ({ member, pages, received }) => ({
    expected: `${pages} in "${member}", the number of pages with items`,
    received,
    wrong: `reports ${shortFactText(received)} pages instead of ${pages}`,
  }),
  'order turns': ({ received }) => ({
    expected: 'the same items in the same order when read twice',
    received,
    wrong: 'changes its items or their order between two reads',
  }),
  'other default': ({ parameter, value, ids, received }) => ({
    expected: `the same list without ${parameter} as with its default ${parameter}=${value}: ${ids}`,
    received,
    wrong: `does not use the default ${parameter}=${value}`,
  }),
  'link to another host': ({ host, received }) => ({
    expected: `a link to ${host}, the host of the request`,
    received,
    wrong: `links to a host other than ${host}: ${shortFactText(received)}`,
  }),
  'larger limit shows fewer': ({ limit, size, smaller, wanted, received }) => ({
    expected: `at least ${counted(wanted, 'item')} with ${limit}=${size}, as with ${limit}=${smaller}`,
    received: counted(received, 'item'),
    wrong: `returns ${counted(received, 'item')} with ${limit}=${size}, but ${wanted} with ${limit}=${smaller}`,
  }),
  'more than the limit': ({ limit, size, items, query = '' }) => {
    const asked = [query, `${limit}=${size}`].filter((part) => part !== '').join('&')
    return {
      expected: `at most ${counted(size, 'item')} with ${asked}`,
      received: counted(items, 'item'),
      wrong: `returns ${counted(items, 'item')} with ${asked}`,
    }
  },
  'not the first items': ({ limit, size, ids, received }) => ({
    expected: `the first items with ${limit}=${size}: ${ids}`,
    received,
    wrong: `does not return the first items with ${limit}=${size}`,
  }),
  'offset ignored': ({ offset, ids, received }) => ({
    expected: `with ${offset}=1, the list from the second item on: ${ids}`,
    received,
    wrong: `does not begin at the second item with ${offset}=1`,
  }),
  'filter shows others': ({ parameter, value, received }) => ({
    expected: `only items that match ${parameter}=${value}`,
    received,
    wrong: `returns items that do not match the filter ${parameter}=${value}`,
  }),
  'filter misses': ({ parameter, value, ids, received }) => ({
    expected: `every item that matches ${parameter}=${value}: ${ids.join(', ')}`,
    received,
    wrong: `omits items that match the filter ${parameter}=${value}`,
  }),
  'filtered after the cut': ({ query, ids, received }) => ({
    expected: `${ids.join(', ')} with ${query}, because filters apply before paging`,
    received,
    wrong: `filters after paging: ${query}`,
  }),
  'filter ignored': ({ parameter, value, items }) => ({
    expected: `fewer items with ${parameter}=${value} than without it, because no item has this value`,
    received: `the same ${counted(items, 'item')} as without it`,
    wrong: `ignores the filter ${parameter}=${value}`,
  }),
  'outside of the bound': ({ member, end, isTime, bound, received }) => {
    const { within, outside } = (isTime ? TIME_ENDS : NUMBER_ENDS)[end]
    return {
      expected: `only items whose "${member}" is ${within} ${bound}`,
      received,
      wrong: `returns items whose "${member}" is ${outside} ${bound}`,
    }
  },
  'shows what one filter hides': ({ query, parameter, received }) => ({
    expected: `with ${query}, only items that the list also returns with "${parameter}" alone`,
    received,
    wrong: `returns items for ${query} that "${parameter}" alone excludes`,
  }),
  'bound misses': ({ query, ids, received }) => ({
    expected: `every item that matches ${query}: ${ids.join(', ')}`,
    received,
    wrong: `omits items that match ${query}`,
  }),
  'time zone ignored': ({ parameter, value, same, ids, received }) => ({
    expected: `the same items with ${parameter}=${value} as with ${same}, which is the same time: ${ids}`,
    received,
    wrong: `returns different items for ${parameter}=${value} and ${same}, which are the same time`,
  }),
  'wrong order': ({ member, direction, query, received }) => ({
    expected: `items in ${orderIn(direction)} of "${member}" with ${query}`,
    received,
    wrong: `does not return items in ${orderIn(direction)} of "${member}" with ${query}`,
  }),
  'link to another page': ({ ids, received }) => ({
    expected: `a next-page link that returns the same items as the cursor or offset: ${ids.join(', ')}`,
    received,
    wrong: 'returns a next-page link whose items differ from those that the cursor or offset returns',
  }),
  'nulls between': ({ member, query, received }) => ({
    expected: `items without "${member}" before or after all others with ${query}`,
    received,
    wrong: `lists items without "${member}" between others with ${query}`,
  }),
} satisfies Pick<FactWords, keyof ListFacts>

function orderIn(direction: string | undefined): string {
  if (direction === undefined) return 'order'
  return direction === 'rising' ? 'ascending order' : 'descending order'
}

/** Numbers that a bound includes and excludes. An item outside an exclusive bound equals it. */
const NUMBER_ENDS = {
  'at least': { within: 'at least', outside: 'less than' },
  'at most': { within: 'at most', outside: 'greater than' },
  'more than': { within: 'greater than', outside: 'equal to' },
  'less than': { within: 'less than', outside: 'equal to' },
} as const

/** The same for times. */
const TIME_ENDS = {
  'at least': { within: 'at or after', outside: 'before' },
  'at most': { within: 'at or before', outside: 'after' },
  'more than': { within: 'after', outside: 'exactly' },
  'less than': { within: 'before', outside: 'exactly' },
} as const
