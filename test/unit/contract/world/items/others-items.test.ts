import { runContract } from '@concordat/contract'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { documentOf } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const text = { type: 'string' } as const
const session = (required: readonly string[]) => ({
  type: 'object',
  required: [...required],
  properties: { id: { ...text, readOnly: true }, title: text, kernel_id: text },
})
const id = { name: 'id', in: 'path', required: true, schema: text } as const
const at = { path: '/sessions/{id}', parameters: [id] }
const role = (name: string) => ({ resource: { name: 'sessions', role: name } }) as Partial<Operation>

/** Returns the kernels in sessions that a run sends. @param required the required properties of a session. */
async function kernelsNamed(required: readonly string[]): Promise<ReadonlySet<unknown>> {
  const json = { content: { 'application/json': { schema: session(required) } } }
  const operations = [
    {
      ...{ operationId: 'listKernels', method: 'GET', path: '/kernels', list: { items: [] } },
      ...{ resource: { name: 'kernels', role: 'list' }, responses: { '200': {} } },
    },
    {
      ...{ operationId: 'readKernel', method: 'GET', path: '/kernels/{id}', parameters: [id] },
      ...{ resource: { name: 'kernels', role: 'read' }, responses: { '200': {} } },
    },
    {
      ...{ operationId: 'createSession', method: 'POST', path: '/sessions', ...role('create') },
      ...{ requestBody: { required: true, ...json }, responses: { '201': json } },
    },
    {
      operationId: 'readSession',
      method: 'GET',
      ...at,
      ...role('read'),
      responses: { '200': json, '404': {} },
    },
    {
      operationId: 'endSession',
      method: 'DELETE',
      ...at,
      ...role('delete'),
      responses: { '204': {}, '404': {} },
    },
  ] as readonly Operation[]
  const document = documentOf(operations, {
    resources: [
      {
        ...{
          name: 'kernels',
          collection: '/kernels',
          item: '/kernels/{id}',
          names: [{ path: ['id'] }],
          actions: [],
        },
        operations: { list: 'listKernels', read: 'readKernel' },
      },
      {
        ...{
          name: 'sessions',
          collection: '/sessions',
          item: at.path,
          names: [{ path: ['id'] }],
          actions: [],
        },
        operations: { create: 'createSession', read: 'readSession', delete: 'endSession' },
      },
    ],
  })
  const named = new Set<unknown>()
  const sessions = new Map<string, object>()
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/kernels'))
      return Response.json(pathname === '/kernels' ? [{ id: 'theirs' }] : { id: 'theirs' })
    if (request.method === 'POST') {
      const body = Object(await request.json())
      named.add(body.kernel_id)
      const made = { ...body, id: `s${sessions.size + 1}` }
      sessions.set(`/sessions/${made.id}`, made)
      return Response.json(made, { status: 201 })
    }
    const found = sessions.get(pathname)
    if (request.method === 'DELETE' && sessions.delete(pathname)) return new Response(null, { status: 204 })
    return found === undefined ? new Response(null, { status: 404 }) : Response.json(found)
  }
  const select = { rules: ['conformance', 'lifecycle'], operations: ['createSession', 'endSession'] }
  await runContract({ document, select, target: { baseUrl: 'http://kernels.test', fetch } })
  return named
}

test('what a run makes names an item of others only where it must: it may take it along when it goes', async () => {
  expect(await kernelsNamed(['title'])).toEqual(new Set([undefined]))
  expect(await kernelsNamed(['title', 'kernel_id'])).toEqual(new Set(['theirs']))
})

/**
 * Returns the queue names in jobs that a run with all rules sends, by method. @param required the required
 * properties of a job.
 */
async function queuesCalled(required: readonly string[]): Promise<ReadonlySet<string>> {
  const job = {
    type: 'object',
    required: [...required],
    properties: {
      id: { ...text, readOnly: true },
      ...{ title: text, queue_name: { type: ['string', 'null'] }, owner_name: text },
    },
  }
  const body = { required: true, content: { 'application/json': { schema: job } } }
  const refusals = { 400: { description: 'Wrong' }, 404: { description: 'Not there' } }
  const queue = { type: 'object', properties: { id: text, name: text } }
  const document = await described({
    '/queues': {
      get: { operationId: 'listQueues', responses: answers({ type: 'array', items: queue }) },
    },
    '/queues/{id}': {
      get: { operationId: 'readQueue', parameters: [id], responses: { ...answers(queue), ...refusals } },
    },
    '/jobs': {
      post: {
        ...{ operationId: 'addJob', requestBody: body },
        responses: { ...answers(job, { status: 201 }), ...refusals },
      },
    },
    '/jobs/{id}': {
      parameters: [id],
      get: { operationId: 'readJob', responses: { ...answers(job), ...refusals } },
      patch: {
        ...{ operationId: 'changeJob', requestBody: body },
        responses: { ...answers(job), ...refusals },
      },
      delete: { operationId: 'removeJob', responses: { 204: { description: 'Gone' }, ...refusals } },
    },
  })
  const called = new Set<string>()
  const jobs = new Map<string, object>()
  const fetch = async (request: Request): Promise<Response> => {
    const { method } = request
    const { pathname } = new URL(request.url)
    const [, collection, name = ''] = pathname.split('/')
    if (collection === 'queues') {
      const theirs = { id: 'theirs', name: 'default' }
      if (name === '') return Response.json([theirs])
      return name === 'theirs' ? Response.json(theirs) : new Response(null, { status: 404 })
    }
    const known = jobs.get(name)
    if (method !== 'POST' && known === undefined) return new Response(null, { status: 404 })
    if (method === 'GET') return Response.json(known)
    if (method === 'DELETE' && jobs.delete(name)) return new Response(null, { status: 204 })
    const sent = await request.json().catch(() => undefined)
    for (const member of ['queue_name', 'owner_name'])
      if (Object.hasOwn(Object(sent), member)) called.add(`${method} ${member}`)
    if (typeof sent?.title !== 'string') return new Response(null, { status: 400 })
    const made = { ...known, ...sent, id: name === '' ? `j${jobs.size + 1}` : name }
    jobs.set(made.id, made)
    return Response.json(made, { status: name === '' ? 201 : 200 })
  }
  await runContract({ document, target: { baseUrl: 'http://queues.test', fetch } })
  return called
}

test('nor does it call one by a made-up name, which a server may make and put among those of others', async () => {
  expect(await queuesCalled(['title'])).toEqual(new Set(['POST owner_name', 'PATCH owner_name']))
  expect(await queuesCalled(['title', 'queue_name'])).toContain('POST queue_name')
})

/**
 * Returns the positions among other cards that a run with all rules sends for its own cards, by collection.
 */
async function placesTaken(place: object): Promise<ReadonlySet<string>> {
  const refusals = { 400: { description: 'Wrong' }, 404: { description: 'Not there' } }
  const gone = { 204: { description: 'Gone' }, ...refusals }
  const board = {
    type: 'object',
    required: ['id'],
    properties: { id: { ...text, readOnly: true }, title: text },
  }
  const card = { ...board, properties: { ...board.properties, position: place, owner: { type: 'integer' } } }
  const collection = (name: string, schema: object) => ({
    get: { operationId: `list${name}`, responses: answers({ type: 'array', items: schema }) },
    post: {
      ...{ operationId: `add${name}`, requestBody: { content: { 'application/json': { schema } } } },
      responses: { ...answers(schema, { status: 201 }), ...refusals },
    },
  })
  const item = (name: string, schema: object) => ({
    get: { operationId: `read${name}`, responses: { ...answers(schema), ...refusals } },
    patch: {
      ...{ operationId: `change${name}`, requestBody: { content: { 'application/json': { schema } } } },
      responses: { ...answers(schema), ...refusals },
    },
    delete: { operationId: `remove${name}`, responses: gone },
  })
  const above = { ...id, name: 'board_id' }
  const document = await described({
    '/boards': collection('Boards', board),
    '/boards/{board_id}': { parameters: [above], ...item('Board', board) },
    '/boards/{board_id}/cards': { parameters: [above], ...collection('BoardCards', card) },
    '/boards/{board_id}/cards/{id}': { parameters: [above, id], ...item('BoardCard', card) },
    '/cards': collection('Cards', card),
    '/cards/{id}': { parameters: [id], ...item('Card', card) },
  })
  const taken = new Set<string>()
  const items = new Map<string, object>([['/cards/theirs', { id: 'theirs', position: 1 }]])
  let made = 0
  const fetch = async (request: Request): Promise<Response> => {
    const { method } = request
    const { pathname } = new URL(request.url)
    const isItem = pathname.split('/').length % 2 === 1
    if (!isItem && method === 'GET') {
      const within = [...items].filter(([path]) => path.replace(/\/[^/]*$/, '') === pathname)
      return Response.json(within.map(([, value]) => value))
    }
    const known = items.get(pathname)
    if (isItem && known === undefined) return new Response(null, { status: 404 })
    if (method === 'GET') return Response.json(known)
    if (method === 'DELETE') return new Response(null, { status: items.delete(pathname) ? 204 : 404 })
    const sent = await request.json().catch(() => undefined)
    for (const member of ['position', 'owner'])
      if (Object.hasOwn(Object(sent), member)) taken.add(`${method} ${pathname.split('/')[1]} ${member}`)
    if (sent === null || typeof sent !== 'object') return new Response(null, { status: 400 })
    const value = { ...known, ...sent, id: isItem ? pathname.split('/').at(-1) : `c${++made}` }
    items.set(isItem ? pathname : `${pathname}/${value.id}`, value)
    return Response.json(value, { status: isItem ? 200 : 201 })
  }
  await runContract({ document, target: { baseUrl: 'http://boards.test', fetch } })
  return taken
}

test('nor does it say which place an item has among those of others, who would move on', async () => {
  const owners = ['POST boards owner', 'PATCH boards owner', 'POST cards owner', 'PATCH cards owner']
  const own = ['POST boards position', 'PATCH boards position']
  const all = new Set([...owners, ...own])
  expect(await placesTaken({ type: ['integer', 'null'], minimum: 1 })).toEqual(all)
  const grade = { type: 'integer', minimum: 1, maximum: 5 }
  expect(await placesTaken(grade)).toEqual(new Set([...all, 'POST cards position', 'PATCH cards position']))
})
