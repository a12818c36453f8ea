import { runContract } from '@concordat/contract'
import { schemaIn } from '@concordat/contract/document'
import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { referencedResource } from '../../../../../runtime/contract/data/document/reference.ts'
import { evaluateLink, linkProducers } from '../../../../../runtime/contract/world/requests/link.ts'

const shown = (name: string) => ({ content: { 'application/json': { schema: { $ref: `#/$defs/${name}` } } } })

function operation(
  operationId: string,
  [method, path]: readonly [string, string],
  more: Partial<OperationDescriptor>,
): OperationDescriptor {
  const pointer = `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`
  return { operationId, method, path, pointer, tag: 'default', responses: {}, ...more }
}

const ticketId = { name: 'ticket', in: 'path', required: true, schema: { type: 'string' } } as const

/** Owners have pets, which refer to their owner. A booking returns a ticket that another path accepts. */
const document: DocumentDescriptor = {
  title: 'Kennel',
  version: '1',
  securitySchemes: {},
  operations: [
    operation('createOwner', ['POST', '/owners'], {
      responses: { '201': shown('Owner') },
      resource: { name: 'owners', role: 'create' },
    }),
    operation('createDog', ['POST', '/dogs'], {
      requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/$defs/Dog' } } } },
      responses: { '201': shown('Dog') },
      resource: { name: 'dogs', role: 'create' },
    }),
    operation('countDogs', ['GET', '/count'], {
      parameters: [{ name: 'ownerId', in: 'query', required: true, schema: { type: 'integer' } }],
      responses: { '200': { content: { 'application/json': {} } } },
    }),
    operation('book', ['POST', '/bookings'], {
      responses: {
        '200': {
          content: { 'application/json': {} },
          links: [
            {
              operation: '#/paths/~1tickets~1{ticket}/get',
              parameters: { 'path.ticket': '$response.body#/ticket/code' },
            },
          ],
        },
      },
    }),
    operation('readTicket', ['GET', '/tickets/{ticket}'], {
      parameters: [ticketId],
      responses: { '200': { content: { 'application/json': {} } } },
    }),
  ],
  resources: ['owners', 'dogs'].map(
    (name): ResourceDescriptor => ({
      name,
      collection: `/${name}`,
      item: `/${name}/{id}`,
      idParameter: 'id',
      names: [{ path: ['id'] }],
      operations: { create: name === 'owners' ? 'createOwner' : 'createDog' },
      actions: [],
    }),
  ),
  definitions: {
    Owner: { type: 'object', properties: { id: { type: 'integer', readOnly: true } } },
    Dog: {
      type: 'object',
      required: ['owner_id'],
      properties: {
        id: { type: 'integer', readOnly: true },
        owner_id: { type: 'integer' },
        friend_owner_ids: { type: 'array', items: { type: 'integer' } },
      },
    },
  },
}

test('a description names what a property refers to by its subject, for bodies without it, too', () => {
  const of = (name: string, description?: string): string | undefined => {
    const schema = { type: 'integer', ...(description !== undefined && { description }) }
    const body = { type: 'object', properties: { [name]: schema } }
    const content = { 'application/json': { schema: body } }
    const walks = operation('createWalk', ['POST', '/walks'], { requestBody: { content } })
    const plain = operation('changeWalk', ['PATCH', '/walks/{id}'], {})
    const whole = { ...document, operations: [...document.operations, walks, plain] }
    const place = { document: whole, operation: plain }
    return referencedResource(name, schemaIn(whole, { type: 'integer' }), place)?.resource.name
  }
  expect(of('lead_id', 'An owner of the kennel, who need not have dogs.')).toBe('owners')
  expect(of('lead_id', 'The ID of the dog whose owner pays.')).toBe('dogs')
  expect(of('lead_id', 'An owner.')).toBe('owners')
  expect(of('lead_id', 'Owners and dogs in the kennel.')).toBeUndefined()
  expect(of('lead_id')).toBeUndefined()
  expect(of('lead', 'An owner of the kennel.')).toBeUndefined()
})

/** Refuses what names nobody. */
async function kennel(request: Request, { hasOwners }: { hasOwners: boolean }): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const body = JSON.parse((await request.text()) || '{}')
  if (pathname === '/owners') return Response.json({ id: 4711 }, { status: hasOwners ? 201 : 500 })
  if (pathname === '/dogs')
    return Response.json({ id: 1, ...body }, { status: body.owner_id === 4711 ? 201 : 400 })
  if (pathname === '/count')
    return Response.json(1, { status: searchParams.get('ownerId') === '4711' ? 200 : 404 })
  if (pathname === '/bookings') return Response.json({ ticket: { code: 'T-7' } })
  return Response.json({}, { status: pathname === '/tickets/T-7' ? 200 : 404 })
}

async function run(hasOwners = true): Promise<Record<string, unknown>> {
  const { results } = await runContract({
    document,
    target: {
      baseUrl: 'http://kennel.test',
      disposable: true,
      fetch: (request) => kennel(request, { hasOwners }),
    },
    select: { rules: ['conformance'] },
  })
  return Object.fromEntries(
    results.map(({ operationId, outcome }) => [
      operationId,
      'reason' in outcome ? outcome.reason : outcome.status,
    ]),
  )
}

test('bodies and queries name items by the names of their members, and links fill in paths', async () => {
  expect(await run()).toEqual({
    createOwner: 'passed',
    createDog: 'passed',
    countDogs: 'passed',
    book: 'passed',
    readTicket: 'passed',
  })
})

test('what cannot be had is said with the configuration that would supply it', async () => {
  const { results } = await runContract({
    document: {
      ...document,
      operations: document.operations.filter(({ operationId }) => operationId !== 'book'),
    },
    target: {
      baseUrl: 'http://kennel.test',
      disposable: true,
      fetch: (request) => kennel(request, { hasOwners: true }),
      pathParameters: { owner_id: '4711', ownerId: '4711' },
    },
    select: { rules: ['conformance'], operations: ['createDog', 'countDogs', 'readTicket'] },
  })
  const outcomes = Object.fromEntries(results.map(({ operationId, outcome }) => [operationId, outcome]))
  expect(outcomes).toMatchObject({ createDog: { status: 'passed' }, countDogs: { status: 'passed' } })
  expect(outcomes['readTicket']).toMatchObject({
    status: 'not-run',
    reason: expect.stringContaining(
      'set CONCORDAT_PATH_TICKET, or pathParameters["ticket"], to an existing value',
    ),
  })
})

test('a refusal of what names nobody is no finding where nobody could be had', async () => {
  expect(await run(false)).toMatchObject({
    createOwner: 'failed',
    createDog:
      'createDog returned 400; "owner_id" must name an item of "owners", but the run has none: createOwner returned 500 {"id":4711}; set pathParameters["owner_id"] to the id of an existing one',
  })
})

test('runtime expressions name parts of an exchange', () => {
  const [read] = document.operations.filter(({ operationId }) => operationId === 'readTicket')
  if (read === undefined) throw new Error('There is no such operation.')
  const [producer] = linkProducers(document, read, { name: 'ticket', location: 'path' })
  if (producer === undefined) throw new Error('There is no producer.')
  const exchange = {
    plan: {
      operation: producer.operation,
      path: { id: { text: 'a', origin: 'created' } } as const,
      query: { page: 2 },
      body: { mediaType: 'application/json', value: { b: [1, 2] } },
    },
    answer: {
      exchange: { request: { method: 'POST', url: 'http://kennel.test/x', headers: {} } },
      status: 200,
      headers: new Headers({ 'x-code': 'h' }),
      mediaType: 'application/json',
      text: '',
      value: { ticket: { code: 'T-7' }, 'a/b': 1 },
    },
  }
  const value = (expression: unknown) => evaluateLink({ ...producer, expression }, exchange)
  expect(evaluateLink(producer, exchange)).toBe('T-7')
  expect(value('$response.body#/a~1b')).toBe(1)
  expect(value('$response.header.X-Code')).toBe('h')
  expect(value('$request.body#/b/1')).toBe(2)
  expect(value('$request.path.id')).toBe('a')
  expect(value('{$request.query.page}')).toBe(2)
  expect(value('$statusCode')).toBe(200)
  expect(value('plain')).toBe('plain')
  expect(evaluateLink({ ...producer, status: '201' }, exchange)).toBeUndefined()
})

test('a list of numbers that is called like a collection names its items', () => {
  const numbers = schemaIn(document, { type: 'array', items: { type: 'number' } })
  const texts = schemaIn(document, { type: 'array', items: { type: 'string' } })
  const reference = referencedResource('owners', numbers, { document })
  expect([reference?.resource.name, reference?.write('7')]).toEqual(['owners', [7]])
  expect(referencedResource('sizes', numbers, { document })).toBeUndefined()
  expect(referencedResource('owners', texts, { document })).toBeUndefined()
})
