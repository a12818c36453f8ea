import { expect, test } from 'vitest'
import { described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const CHANGED = 'Tue, 03 Feb 2026 10:00:00 GMT'
const text = { type: 'string' }

const news = described({
  '/news': {
    get: {
      operationId: 'readNews',
      parameters: [{ name: 'If-Modified-Since', in: 'header', schema: text }],
      responses: {
        200: { description: 'News.', content: { 'application/json': { schema: { type: 'object' } } } },
        304: { description: 'Nothing new.' },
      },
    },
  },
})

const told = async (isNew: (since: number) => boolean): Promise<string[]> =>
  outcomes(await news, {
    rules: ['conformance/not-modified'],
    answer: ({ headers }) => {
      const since = Date.parse(headers.get('if-modified-since') ?? '')
      const shown = { headers: { 'last-modified': CHANGED } }
      return Number.isNaN(since) || isNew(since)
        ? Response.json({ title: 'Spring' }, shown)
        : new Response(null, { status: 304, ...shown })
    },
  })

test('a server that compares times breaks nothing', async () => {
  expect(await told((since) => since < Date.parse(CHANGED))).toEqual(['conformance readNews: passed'])
})

test('a server that ignores its own time, or takes any time for the last one, is told so', async () => {
  expect(await told(() => true)).toEqual([
    `conformance readNews: status 304 for "If-Modified-Since: ${CHANGED}" | status 200 {"title":"Spring"}`,
  ])
  expect(await told(() => false)).toEqual([
    'conformance readNews: no 304 for "If-Modified-Since: Mon, 02 Feb 2026 10:00:00 GMT" | status 304',
  ])
})
