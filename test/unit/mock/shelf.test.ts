import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

const BOOKS = [
  { title: 'b', pages: 90, printed_at: '2026-01-02T00:00:00+02:00' },
  { title: 'a', pages: 100, printed_at: '2026-01-01T23:00:00Z' },
  { title: 'c', pages: 9, printed_at: '2026-01-01T22:30:00Z' },
]

async function shelfWith(books: readonly object[]) {
  const mock = await mockOf('shelf.yaml')
  for (const body of books) await send(mock, 'POST /books', { body })
  return async (query: string) => {
    const { body } = await send(mock, `GET /books${query}`)
    const own = (body as { title: string }[]).filter(({ title }) => 'abc'.includes(title))
    return own.map(({ title }) => title).join('')
  }
}

test('a list has the order that is asked for by the name of a member', async () => {
  const titles = await shelfWith(BOOKS)
  expect(await titles('?sort=pages&direction=asc')).toBe('cba')
  expect(await titles('?sort=pages&direction=desc')).toBe('abc')
  expect(await titles('?direction=desc')).toBe('abc')
  expect(await titles('?sort=printed')).toBe('bca')
  expect(await titles('')).toBe('cba')
})

test('the default of a filter leaves nothing out, wherever its schema stands', async () => {
  const titles = await shelfWith([{ title: 'a', lent: true }, { title: 'b', lent: false }, { title: 'c' }])
  expect(await titles('?lent=false')).toBe(await titles(''))
  expect(await titles('?lent=true')).toBe('a')
})

test('a filter with several values can have the plural of the name of a member', async () => {
  const titles = await shelfWith([{ title: 'a', lent: true }, { title: 'b' }, { title: 'c' }])
  expect(await titles('?titles=a&titles=c')).toBe('ac')
})
