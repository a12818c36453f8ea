import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { described } from '../../support/described.ts'
import { documentOf, outcomes } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const widget = { content: { 'application/json': { schema: { $ref: '#/$defs/Widget' } } } } as const

/**
 * Returns a document of widgets at "/widgets/{widget}/" that does not say which of their properties the path
 * contains.
 */
function documentWith(likely: string, { creates = true } = {}) {
  const parameters = [{ name: 'widget', in: 'path', required: true, schema: { type: 'string' } }] as const
  const resource = (role: 'list' | 'create' | 'read' | 'delete') => ({ name: 'widgets', role })
  const operations: readonly Operation[] = [
    {
      operationId: 'listWidgets',
      method: 'GET',
      path: '/widgets/',
      list: { items: [] },
      resource: resource('list'),
      responses: {
        '200': {
          content: {
            'application/json': { schema: { type: 'array', items: { $ref: '#/$defs/Widget' } } },
          },
        },
      },
    },
    {
      operationId: 'createWidget',
      method: 'POST',
      path: '/widgets/',
      requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/$defs/New' } } } },
      resource: resource('create'),
      responses: { '201': widget },
    },
    {
      operationId: 'readWidget',
      method: 'GET',
      path: '/widgets/{widget}/',
      parameters,
      resource: resource('read'),
      responses: { '200': widget, '404': {} },
    },
    {
      operationId: 'deleteWidget',
      method: 'DELETE',
      path: '/widgets/{widget}/',
      parameters,
      resource: resource('delete'),
      responses: { '204': {}, '404': {} },
    },
  ]
  return documentOf(
    operations.filter(({ operationId }) => creates || !/^(create|delete)/.test(operationId)),
    {
      resources: [
        {
          name: 'widgets',
          collection: '/widgets',
          item: '/widgets/{widget}',
          idParameter: 'widget',
          names: [{ path: [likely], certainty: 'likely' }],
          operations: {
            list: 'listWidgets',
            read: 'readWidget',
            ...(creates && { create: 'createWidget', delete: 'deleteWidget' }),
          },
          actions: [],
        },
      ],
      definitions: {
        Widget: {
          type: 'object',
          properties: { name: { type: 'string' }, id: { type: 'integer' }, slug: { type: 'string' } },
        },
        New: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      },
    },
  )
}

/** A service that identifies its widgets by one property. */
function widgets(by: 'id' | 'name' | 'slug') {
  const kept = new Map<string, { readonly id: number; readonly name: string; readonly slug: string }>()
  let made = 0
  const make = (name: string): Response => {
    const item = { id: ++made, name, slug: `slug-${made}` }
    kept.set(String(item[by]), item)
    return Response.json(item, { status: 201 })
  }
  make('first')
  const answer = (request: Request, text: string): Response => {
    const [, , named] = new URL(request.url).pathname.split('/')
    const id = decodeURIComponent(named ?? '')
    if (id === '')
      return request.method === 'POST' ? make(JSON.parse(text).name) : Response.json([...kept.values()])
    if (!kept.has(id)) return Response.json({}, { status: 404 })
    if (request.method === 'GET') return Response.json(kept.get(id))
    kept.delete(id)
    return new Response(null, { status: 204 })
  }
  return { answer, kept }
}

test.each(['id', 'name', 'slug'] as const)(
  'an item that is named by its %s is found by asking, whatever the document suggests, and removed',
  async (by) => {
    for (const guess of ['id', 'name', 'slug']) {
      const { answer, kept } = widgets(by)
      const lines = await outcomes(documentWith(guess), { answer, rules: ['lifecycle'] })
      expect(lines).toEqual(['lifecycle createWidget: passed', 'lifecycle deleteWidget: passed'])
      expect(kept.size).toBe(1)
    }
  },
)

test.each([
  ['the number after it', (name: string) => name.slice('widgets/'.length)],
  ['all of it', (name: string) => name],
])('where a slug holds the collection, as in "widgets/7", paths have %s', async (_, idIn) => {
  const kept = new Map<string, object>()
  let made = 0
  const answer = (request: Request, text: string): Response => {
    const id = decodeURIComponent(new URL(request.url).pathname.split('/')[2] ?? '')
    if (id === '' && request.method === 'GET') return Response.json([...kept.values()])
    if (id === '') {
      const item = { ...JSON.parse(text), slug: `widgets/${++made}` }
      kept.set(idIn(item.slug), item)
      return Response.json(item, { status: 201 })
    }
    if (!kept.has(id)) return Response.json({}, { status: 404 })
    if (request.method === 'GET') return Response.json(kept.get(id))
    kept.delete(id)
    return new Response(null, { status: 204 })
  }
  const lines = await outcomes(documentWith('slug'), { answer, rules: ['lifecycle', 'agreement'] })
  expect(lines.toSorted()).toEqual([
    'agreement createWidget: passed',
    'agreement listWidgets: passed',
    'agreement readWidget: passed',
    'lifecycle createWidget: passed',
    'lifecycle deleteWidget: passed',
  ])
  expect([made > 0, kept.size]).toEqual([true, 0])
})

test("a name that begins with the collection is the server's, whatever a create sends", async () => {
  const kept = new Map<string, object>()
  let made = 0
  const answer = (request: Request): Response => {
    const [, , id = ''] = new URL(request.url).pathname.split('/')
    if (id === '' && request.method === 'GET') return Response.json([...kept.values()])
    if (id === '') {
      kept.set(String(++made), { name: `widgets/${made}` })
      return Response.json(kept.get(String(made)), { status: 201 })
    }
    if (!kept.has(id)) return Response.json({}, { status: 404 })
    if (request.method === 'GET') return Response.json(kept.get(id))
    kept.delete(id)
    return new Response(null, { status: 204 })
  }
  expect(await outcomes(documentWith('name'), { answer, rules: ['lifecycle'] })).toEqual([
    'lifecycle createWidget: passed',
    'lifecycle deleteWidget: passed',
  ])
  expect([made > 0, kept.size]).toEqual([true, 0])
})

test('an item that was there before the run is found in the same way', async () => {
  const { answer } = widgets('slug')
  const lines = await outcomes(documentWith('name', { creates: false }), { answer, rules: ['agreement'] })
  expect(lines).toEqual(['agreement listWidgets: passed', 'agreement readWidget: passed'])
})

test('an item in an envelope is not called what something in it is called', async () => {
  const seat = { $ref: '#/components/schemas/Seat' }
  const shown = {
    description: 'The seat.',
    content: { 'application/json': { schema: { properties: { data: seat } } } },
  }
  const parameters = [{ name: 'seat_gid', in: 'path', required: true, schema: { type: 'string' } }]
  const body = { type: 'object', required: ['row'], properties: { row: { type: 'string' } } }
  const requestBody = { required: true, content: { 'application/json': { schema: body } } }
  const document = await described(
    {
      '/seats': { post: { operationId: 'createSeat', requestBody, responses: { 201: shown } } },
      '/seats/{seat_gid}': {
        parameters,
        get: { operationId: 'readSeat', responses: { 200: shown, 404: { description: 'Not there.' } } },
        delete: { operationId: 'deleteSeat', responses: { 204: { description: 'Gone.' } } },
      },
    },
    { components: { schemas: { Seat: { type: 'object' } } } },
  )
  const seats = new Map<string, object>()
  const answer = (request: Request, text: string): Response => {
    const id = new URL(request.url).pathname.split('/')[2] ?? `seat-${seats.size + 1}`
    if (request.method === 'POST')
      seats.set(id, { gid: id, ...JSON.parse(text), holder: { gid: 'h', name: 'Anna' } })
    if (!seats.has(id)) return Response.json({}, { status: 404 })
    if (request.method !== 'DELETE')
      return Response.json({ data: seats.get(id) }, { status: request.method === 'POST' ? 201 : 200 })
    seats.delete(id)
    return new Response(null, { status: 204 })
  }
  expect(await outcomes(document, { answer, rules: ['lifecycle'] })).toEqual([
    'lifecycle createSeat: passed',
    'lifecycle deleteSeat: passed',
  ])
  expect(seats.size).toBe(0)
})

const contact = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }

/** Tests contacts that are identified by numbers which they do not contain; their "id" is a person's. */
async function contactsWith({ location = false, links = {} }) {
  const parameters = [{ name: 'contact', in: 'path', required: true, schema: { type: 'string' } }]
  const shown = { description: 'One.', content: { 'application/json': { schema: contact } } }
  const body = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  const requestBody = { required: true, content: { 'application/json': { schema: body } } }
  const document = await described({
    '/contacts': {
      post: { operationId: 'createContact', requestBody, responses: { 201: { ...shown, links } } },
    },
    '/contacts/{contact}': {
      parameters,
      get: { operationId: 'readContact', responses: { 200: shown, 404: { description: 'Not there.' } } },
    },
  })
  const contacts = new Map<string, object>()
  const answer = (request: Request, text: string): Response => {
    const number = new URL(request.url).pathname.split('/')[2] ?? String(contacts.size + 70)
    if (request.method === 'POST') contacts.set(number, { id: 5, ...JSON.parse(text) })
    if (!contacts.has(number)) return Response.json({}, { status: 404 })
    const headers = { 'x-number': number, ...(location && { location: `/contacts/${number}` }) }
    return Response.json(contacts.get(number), { status: request.method === 'POST' ? 201 : 200, headers })
  }
  return outcomes(document, { answer, rules: ['agreement'] })
}

test.each([
  { location: true },
  { links: { read: { operationId: 'readContact', parameters: { contact: '$response.header.x-number' } } } },
])(
  'a member that is only likely to name an item breaks no rule once another name is known: %j',
  async (by) => {
    const lines = await contactsWith(by)
    expect(lines).toEqual([
      'agreement createContact: passed',
      'agreement readContact: not run, because no response contains an identifier of "contacts" that can be compared',
    ])
  },
)
