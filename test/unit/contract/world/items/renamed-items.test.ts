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

test('an item that a POST to its own path renamed is removed by its new name', async () => {
  const renaming = {
    required: true,
    content: { 'application/json': { schema: { ...user, properties: { name: text } } } },
  }
  const document = await described({
    '/users': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: user }) },
      post: { operationId: 'add', requestBody: body, responses: answers(user, { status: 201 }) },
    },
    '/users/{name}': {
      get: { operationId: 'read', parameters, responses: answers(user) },
      post: {
        operationId: 'rename',
        parameters,
        requestBody: renaming,
        responses: { 204: { description: 'Renamed.' } },
      },
      delete: { operationId: 'drop', parameters, responses: { 204: { description: 'Gone.' } } },
    },
  })
  const known = new Map<string, object>([['anna', { name: 'anna' }]])
  let renamed = 0
  const fetch = async (request: Request): Promise<Response> => {
    const name = decodeURIComponent(new URL(request.url).pathname.split('/')[2] ?? '')
    const sent = await request.json().catch(() => ({}))
    if (name === '' && request.method === 'GET') return Response.json([...known.values()])
    if (name !== '' && !known.has(name)) return new Response(null, { status: 404 })
    if (request.method === 'GET') return Response.json(known.get(name))
    if (request.method === 'DELETE') known.delete(name)
    if (request.method === 'DELETE') return new Response(null, { status: 204 })
    if (typeof sent.name !== 'string' || !/^[\w-]{1,64}$/.test(sent.name) || known.has(sent.name))
      return new Response(null, { status: 400 })
    if (name !== '') renamed++
    known.delete(name)
    known.set(sent.name, { ...sent })
    return name === '' ? Response.json(sent, { status: 201 }) : new Response(null, { status: 204 })
  }
  const { leftBehind } = await runContract({
    document,
    target: { baseUrl: 'http://users.test', fetch },
    select: { rules: ['conformance', 'lifecycle'] },
  })
  expect(renamed).toBeGreaterThan(0)
  expect([...known.keys()]).toEqual(['anna'])
  expect(leftBehind).toEqual([])
})
