import { type PagesDescriptor, pageSelectors, pagingParameters } from '@concordat/runtime/http'
import { expect, test } from 'vitest'

const pages = (sent: PagesDescriptor['sent'] & object) => ({
  pages: { ...{ items: [], sent }, next: { from: 'body', path: ['next'] } as const },
})

test.each([
  ['none', {}, [], []],
  ['an offset', { offset: 'offset', limit: 'limit' }, ['offset'], ['limit', 'offset']],
  ['a cursor', pages({ in: 'query', path: ['marker'] }), ['marker'], ['marker']],
  [
    'an object',
    pages({ in: 'query', path: ['page', 'number'] }),
    ['page', 'number', 'page[number]'],
    undefined,
  ],
  ['a body', pages({ in: 'body', path: ['marker'] }), [], []],
  ['a header', { ...pages({ in: 'header', path: ['Range'] }), limit: 'size' }, [], ['size']],
])('the names in a query that select a page by %s', (_, list, selectors, all = selectors) => {
  expect([...new Set(pageSelectors(list))]).toEqual(selectors)
  expect([...new Set(pagingParameters(list))]).toEqual(all)
})
