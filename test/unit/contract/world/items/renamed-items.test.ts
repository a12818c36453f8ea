import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const user = { type: 'object', required: ['name'], properties: { name: text, admin: { type: 'boolean' } } }
const parameters = [{ name: 'name', in: 'path', required: true, schema: text }]
const body = { required: true, content: { 'application/json': { schema: user } } }

test('an item that a change renamed is removed by its new name', async () => {
  const document = await described({
    '/users': {
      post: { operationId: 'add', requestBody: body, responses: answers(user, { status: 201 }) },
    },
    '/users/{name}': {
      get: { operationId: 'read', parameters, responses: answers(user) },
      patch: { operationId: 'change', parameters, requestBody: body, responses: answers(user) },
      delete: { operationId: 'drop', parameters, responses: { 204: { description: 'Gone.' } } },
    },
  })
  const known = new Map<string, { readonly name: string }>([['anna', { name: 'anna' }]])
  let renamed = 0
  const fetch = async (request: Request): Promise<Response> => {
    const name = decodeURIComponent(new URL(request.url).pathname.split('/')[2] ?? '')
    const before = known.get(name)
    if (request.method !== 'POST' && before === undefined) return new Response(null, { status: 404 })
    if (request.method === 'GET') return Response.json(before)
    if (request.method === 'DELETE') known.delete(name)
    if (request.method === 'DELETE') return new Response(null, { status: 204 })
    const sent = await request.json().catch(() => ({}))
    const now = { ...before, ...sent }
    if (!/^[\w-]{1,64}$/.test(String(now.name))) return new Response(null, { status: 400 })
    if (now.name !== name && known.has(now.name)) return new Response(null, { status: 409 })
    if (before !== undefined && now.name !== name) renamed++
    known.delete(name)
    known.set(now.name, now)
    return Response.json(now, { status: request.method === 'POST' ? 201 : 200 })
  }
  const { leftBehind } = await runContract({
    document,
    target: { baseUrl: 'http://users.test', fetch },
    select: { rules: ['conformance', 'lifecycle', 'round-trip'] },
  })
  expect(renamed).toBeGreaterThan(0)
  expect([...known.keys()]).toEqual(['anna'])
  expect(leftBehind).toEqual([])
})
