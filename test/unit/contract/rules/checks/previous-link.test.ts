import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const boat = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const parameter = (name: string) => ({
  name,
  in: 'query',
  schema: { type: 'integer', minimum: 1, maximum: 50 },
})

/** Boats in numbered pages, with a header `Link` to the pages beside each one. */
const harbour = described({
  '/boats': {
    get: {
      operationId: 'listBoats',
      parameters: [parameter('page'), parameter('size')],
      responses: answers({
        type: 'object',
        required: ['boats', 'total'],
        properties: { boats: { type: 'array', items: boat }, total: { type: 'integer' } },
      }),
    },
  },
})

const BOATS = Array.from({ length: 9 }, (_, index) => ({ id: index + 1 }))

/** @param before The number of the page to which the link from a page leads back; absent: no such link. */
async function told(before: (page: number) => number | undefined): Promise<string[]> {
  const lines = await outcomes(await harbour, {
    rules: ['list-protocol'],
    answer: ({ url }) => {
      const { searchParams: query } = new URL(url)
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 20)]
      const to = (other: number, rel: string) => `</boats?page=${other}&size=${size}>; rel="${rel}"`
      const back = page > 1 ? before(page) : undefined
      const links = [
        ...(page * size < BOATS.length ? [to(page + 1, 'next')] : []),
        ...(back === undefined ? [] : [to(back, 'prev')]),
      ]
      const body = { boats: BOATS.slice((page - 1) * size, page * size), total: BOATS.length }
      return Response.json(body, { headers: links.length === 0 ? {} : { Link: links.join(', ') } })
    },
  })
  return lines.filter((line) => !line.endsWith(': passed'))
}

test('links that lead back page by page break nothing, and neither do links that are left out', async () => {
  expect(await told((page) => page - 1)).toEqual([])
  expect(await told(() => undefined)).toEqual([])
})

test.each([
  ['the same page', (page: number) => page],
  ['the first page', () => 1],
])('a link to the previous page that leads to %s is reported', async (_, before) => {
  expect(await told(before)).toEqual([expect.stringMatching(/^list-protocol listBoats: /)])
})
