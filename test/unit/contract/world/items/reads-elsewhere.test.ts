import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const store = { type: 'object', required: ['name'], properties: { id: text, name: text } }
const inPath = (name: string, schema: object = text) => [{ in: 'path', name, required: true, schema }]
const refusal = (status: number) => ({
  [status]: { description: 'No.', content: { 'application/json': { schema: { type: 'object' } } } },
})

const document = await described({
  '/stores': {
    get: { operationId: 'list', responses: answers({ type: 'array', items: store }) },
    post: {
      operationId: 'make',
      requestBody: { content: { 'application/json': { schema: store } } },
      responses: answers(store, { status: 201 }),
    },
  },
  '/stores/{id}': {
    get: { operationId: 'read', parameters: inPath('id'), responses: answers(store) },
    delete: {
      operationId: 'drop',
      parameters: inPath('id'),
      responses: { 204: { description: 'Gone.' } },
    },
  },
  '/stores/{id}/model': {
    get: {
      operationId: 'model',
      parameters: inPath('id'),
      responses: { ...answers(store), ...refusal(404) },
    },
  },
  '/stores/{id}/report': {
    get: {
      operationId: 'report',
      parameters: inPath('id'),
      responses: { ...answers(store), ...refusal(409) },
    },
  },
  '/sum/{ids}': {
    get: {
      operationId: 'sum',
      parameters: inPath('ids', { type: 'array', items: { type: 'integer' } }),
      responses: answers({ type: 'integer' }),
    },
  },
})

/**
 * Returns the conformance outcome if the run's own store has only a name, and other stores have all
 * properties.
 */
async function outcomeOf(operationId: string, refused: number) {
  const stores = new Map([['theirs', { id: 'theirs', name: 'theirs' }]])
  const asked: string[] = []
  const { results } = await runContract({
    document,
    select: { operations: [operationId], rules: ['conformance'] },
    target: {
      baseUrl: 'http://stores.test',
      fetch: async (request: Request) => {
        const { pathname } = new URL(request.url)
        asked.push(`${request.method} ${pathname}`)
        const [, kind, id = '', part] = pathname.split('/')
        if (kind === 'sum') return /^\d+$/.test(id) ? Response.json(7) : Response.json({}, { status: 400 })
        if (request.method === 'POST') {
          const made = { id: `s${stores.size}`, name: 'made' }
          stores.set(made.id, made)
          return Response.json(made, { status: 201 })
        }
        if (id === '') return Response.json([...stores.values()].toReversed())
        if (request.method === 'DELETE') return new Response(null, { status: stores.delete(id) ? 204 : 404 })
        if (part !== undefined && id !== 'theirs') return Response.json({}, { status: refused })
        return Response.json(stores.get(id) ?? {}, { status: stores.has(id) ? 200 : 404 })
      },
    },
  })
  return { status: results[0]?.outcome.status, asked }
}

test.each([
  ['model', 404],
  ['report', 409],
])(
  'a %s that an own store lacks, as the document says with %i, is read in one of others',
  async (part, refused) => {
    const { status, asked } = await outcomeOf(part, refused)
    expect(status).toBe('passed')
    expect(asked).toContain(`GET /stores/theirs/${part}`)
  },
)

test('a refusal that the document lacks is a finding, and is asked for nowhere else', async () => {
  const { status, asked } = await outcomeOf('report', 400)
  expect(status).toBe('failed')
  expect(asked).not.toContain('GET /stores/theirs/report')
})

test('a list in a path is made of one item', async () => {
  expect((await outcomeOf('sum', 404)).status).toBe('passed')
})
