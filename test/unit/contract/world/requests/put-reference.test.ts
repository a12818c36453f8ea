import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const id = { name: 'id', in: 'path', required: true, schema: text }
const shown = (properties: object) => ({ type: 'object', properties: { id: text, ...properties } })
const line = { product_id: text, comment: { ...text, maxLength: 40 } }
const sent = (properties: object, required: readonly string[]) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required, properties } } },
})
const not = { 404: { description: 'Not there' }, 422: { description: 'No such product' } }
const document = await described({
  '/products': {
    post: {
      operationId: 'addProduct',
      requestBody: sent({ name: text }, ['name']),
      responses: answers(shown({ name: text }), { status: 201 }),
    },
  },
  '/products/{id}': {
    get: {
      operationId: 'readProduct',
      parameters: [id],
      responses: { ...answers(shown({ name: text })), ...not },
    },
  },
  '/lines': {
    post: {
      operationId: 'addLine',
      requestBody: sent(line, ['product_id']),
      responses: { ...answers(shown(line), { status: 201 }), ...not },
    },
  },
  '/lines/{id}': {
    parameters: [id],
    get: { operationId: 'readLine', responses: { ...answers(shown(line)), ...not } },
    put: {
      operationId: 'replaceLine',
      requestBody: sent(line, ['product_id']),
      responses: { ...answers(shown(line)), ...not },
    },
  },
})

/**
 * A shop whose lines must refer to existing products. A replacement keeps omitted properties if
 * `keepsOmitted`.
 */
function shop(keepsOmitted: boolean) {
  const things = new Map<string, object>()
  return (request: Request, body: string): Response => {
    const [, collection = '', id = ''] = new URL(request.url).pathname.split('/')
    const value = body === '' ? {} : JSON.parse(body)
    const known = things.get(`${collection}/${id}`)
    if (request.method !== 'POST' && known === undefined) return new Response(null, { status: 404 })
    if (request.method === 'GET') return Response.json(known)
    if (collection === 'lines' && !things.has(`products/${value.product_id}`))
      return new Response(null, { status: 422 })
    const key = id === '' ? `thing-${things.size + 1}-abcdefgh` : id
    const made = { ...(keepsOmitted ? known : {}), ...value, id: key }
    things.set(`${collection}/${key}`, made)
    return Response.json(made, { status: request.method === 'POST' ? 201 : 200 })
  }
}

test('a replacement that refers to something is held against what it omits', async () => {
  const told = async (keepsOmitted: boolean) =>
    (await outcomes(document, { answer: shop(keepsOmitted), rules: ['conformance', 'lifecycle'] })).filter(
      (told) => told.includes('lifecycle replaceLine'),
    )
  expect(await told(false)).toEqual(['lifecycle replaceLine: passed'])
  expect(await told(true)).toEqual([
    expect.stringMatching(
      /^lifecycle replaceLine: "comment" to lose its old value after a replacement that omits it/,
    ),
  ])
})
