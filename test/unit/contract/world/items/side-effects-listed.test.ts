import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const box = { type: 'object', properties: { id: text, label: text } }
const key = { type: 'object', properties: { fingerprint: text, key: text } }

/** Returns what a run says is there afterwards, if each new box also creates a key. */
async function leftBehind(fingerprint: (number: number) => string): Promise<readonly string[]> {
  const document = await described({
    '/keys': { get: { operationId: 'listKeys', responses: answers({ type: 'array', items: key }) } },
    '/boxes': {
      post: {
        operationId: 'makeBox',
        requestBody: { content: { 'application/json': { schema: box } } },
        responses: answers(box, { status: 201 }),
      },
    },
    '/boxes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      delete: { operationId: 'dropBox', responses: { 204: { description: 'Gone' } } },
    },
  })
  const keys: object[] = [{ key: fingerprint(0), fingerprint: 'theirs' }]
  const fetch = async ({ method, url }: Request): Promise<Response> => {
    if (url.endsWith('/keys')) return Response.json(method === 'GET' ? keys : {})
    if (method !== 'POST') return new Response(null, { status: method === 'DELETE' ? 204 : 405 })
    keys.push({ key: fingerprint(keys.length), fingerprint: 'ours' })
    return Response.json({ id: `b${keys.length}` }, { status: 201 })
  }
  const { leftBehind: said } = await runContract({
    document,
    inventory: true,
    target: { baseUrl: 'http://boxes.test', fetch },
    select: { rules: ['conformance'] },
  })
  return said
}

test('items without a path that a create brings along are told by their identifiers', async () => {
  const said = await leftBehind((number) => `key-0000${number}`)
  expect(said.filter((line) => line.startsWith('/keys/key-00001'))).toHaveLength(1)
})

test('texts that do not look like identifiers are not told', async () => {
  expect((await leftBehind(() => 'open')).filter((line) => line.startsWith('/keys'))).toEqual([])
})
