import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

/**
 * An item in the form that some servers use: the clients' data is in a separate property, next to the
 * server's metadata.
 */
const shelf = {
  type: 'object',
  required: ['data'],
  properties: {
    data: { type: 'object', properties: { label: { type: 'string' } }, additionalProperties: true },
    readers: { type: 'array', items: { type: 'string' } },
  },
}
const requestBody = { required: true, content: { 'application/json': { schema: shelf } } }
const shown = {
  ...shelf,
  properties: { ...shelf.properties, id: { type: 'string', readOnly: true } },
}
const paths = {
  '/shelves': {
    get: { operationId: 'list', responses: answers({ type: 'array', items: shown }) },
    post: { operationId: 'create', requestBody, responses: answers(shown, { status: 201 }) },
  },
  '/shelves/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { operationId: 'read', responses: answers(shown) },
    put: { operationId: 'replace', requestBody, responses: answers(shown) },
    patch: { operationId: 'update', requestBody, responses: answers(shown) },
    delete: { operationId: 'remove', responses: { 204: {} } },
  },
}

/**
 * Returns the findings about PUT and PATCH. @param noted returns the properties that the server adds next to
 * the data, given the number of writes so far.
 */
async function changes(noted: (writes: number) => object): Promise<string> {
  const shelves = new Map<string, Record<string, unknown>>()
  let writes = 0
  const answer = (request: Request, text: string): Response => {
    const id = new URL(request.url).pathname.split('/')[2] ?? `shelf-${shelves.size}`
    const old = shelves.get(id)
    if (request.method === 'GET' && new URL(request.url).pathname === '/shelves')
      return Response.json([...shelves.values()])
    if (old === undefined && request.method !== 'POST') return new Response(null, { status: 404 })
    if (request.method === 'GET') return Response.json(old)
    if (request.method === 'DELETE') {
      shelves.delete(id)
      return new Response(null, { status: 204 })
    }
    const sent = JSON.parse(text)
    const kept = request.method === 'PATCH' ? { ...old, ...sent } : sent
    const item = { ...kept, id, data: { ...kept.data, ...noted(writes++) } }
    shelves.set(id, item)
    return Response.json(item, { status: request.method === 'POST' ? 201 : 200 })
  }
  const all = await outcomes(await described(paths), { answer, rules: ['lifecycle'] })
  return all.filter((line) => /^lifecycle (replace|update)/.test(line)).join('\n')
}

test.each([
  ['milliseconds', () => Date.now()],
  ['seconds', () => Date.now() / 1000],
  ['a text', () => new Date().toISOString()],
])('the time of the last write changes with each write, below other members as well: %s', async (_, time) => {
  const found = await changes(() => ({ changed: { by: 'writer', at: time(), order: [1] } }))
  expect(found).not.toContain('to stay')
  expect(found).not.toContain('after repeating the request')
})

test('a count of writes is no time', async () => {
  const found = await changes((writes) => ({ changed: { at: Date.now(), writes } }))
  expect(found).toContain('"data" to stay')
  expect(found).toContain('the same state after repeating the request')
})
