import { runContract } from '@concordat/contract'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { documentOf } from '../../support/small-service.ts'

const json = { content: { 'application/json': { schema: { $ref: '#/$defs/Lamp' } } } } as const
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const
const operation = (
  operationId: string,
  [method, path]: readonly ['GET' | 'POST' | 'PATCH', string],
  role: 'create' | 'read' | 'update',
): Omit<OperationDescriptor, 'pointer' | 'tag'> => ({
  operationId,
  method,
  path,
  ...(path.includes('{') && { parameters: [id] }),
  ...(method !== 'GET' && { requestBody: { required: true, ...json } }),
  resource: { name: 'lamps', role },
  responses: { [method === 'POST' ? '201' : '200']: json, '400': {}, '404': {} },
})
/** Describes lamps with two switches and the given number of strings. */
function lampDocument(texts: number) {
  const lamp = {
    id: { type: 'string', readOnly: true },
    ready: { type: 'boolean' },
    ...Object.fromEntries(Array.from({ length: texts }, (_, index) => [`text${index}`, { type: 'string' }])),
    dimmed: { type: 'boolean' },
    switched_at: { type: 'string', format: 'date-time' },
  }
  return documentOf(
    [
      operation('createLamp', ['POST', '/lamps'], 'create'),
      operation('readLamp', ['GET', '/lamps/{id}'], 'read'),
      operation('updateLamp', ['PATCH', '/lamps/{id}'], 'update'),
    ],
    {
      definitions: { Lamp: { type: 'object', properties: lamp } },
      resources: [
        {
          name: 'lamps',
          collection: '/lamps',
          item: '/lamps/{id}',
          idParameter: 'id',
          names: [{ path: ['id'] }],
          operations: { create: 'createLamp', read: 'readLamp', update: 'updateLamp' },
          actions: [],
        },
      ],
    },
  )
}

/** A service whose updates set implied properties unless the request contains other values for them. */
function lamps(implied: () => object) {
  const kept = new Map<string, object>()
  return async (request: Request): Promise<Response> => {
    const [, , name = `lamp-${kept.size}`] = new URL(request.url).pathname.split('/')
    const old = kept.get(name)
    if (request.method !== 'POST' && old === undefined) return Response.json({}, { status: 404 })
    if (request.method === 'GET') return Response.json(old)
    const sent = await request.json()
    const beside = request.method === 'PATCH' ? implied() : {}
    const lamp = { ready: true, switched_at: '2020-01-01T00:00:00Z', ...old, ...beside, ...sent, id: name }
    kept.set(name, lamp)
    return Response.json(lamp, { status: old === undefined ? 201 : 200 })
  }
}

/**
 * Returns the rule's outcomes for several seeds. The runs are concurrent, because they spend most of their
 * time waiting.
 */
async function outcomes(texts: number, implied: () => object): Promise<ReadonlySet<string>> {
  const reports = await Promise.all(
    Array.from({ length: 12 }, (_, seed) =>
      runContract({
        document: lampDocument(texts),
        seed: `seed ${seed}`,
        select: { operations: ['updateLamp'], rules: ['lifecycle'] },
        target: { baseUrl: 'http://lamps.test', fetch: lamps(implied) },
      }),
    ),
  )
  return new Set(reports.flatMap(({ results }) => results.map(({ outcome }) => outcome.status)))
}

describe.each([1, 10])('beside %i texts', (texts) => {
  test.each([
    ['a switch to true', () => ({ ready: true })],
    ['a switch to false', () => ({ ready: false })],
    ['a time to another day', () => ({ switched_at: '2021-01-01T00:00:00Z' })],
  ])('an update that sets %s is found', async (_, implied) => {
    expect(await outcomes(texts, implied)).toEqual(new Set(['failed']))
  })

  test.each([
    ['nothing else', () => ({})],
    ['when it was, in a member that clients may write', () => ({ switched_at: new Date().toISOString() })],
  ])('an update that sets %s is none', async (_, implied) => {
    expect(await outcomes(texts, implied)).toEqual(new Set(['passed']))
  })
})

test('what an update says nothing of is told by the read that shows it', async () => {
  const document = lampDocument(0)
  const serve = lamps(() => ({ dimmed: false }))
  const operations = document.operations.map((each) =>
    each.method === 'PATCH' ? { ...each, responses: { '204': {}, '400': {}, '404': {} } } : each,
  )
  const forgetful = async (request: Request): Promise<Response> => {
    const answer =
      request.method === 'PATCH' ? await serve(new Request(request, { body: '{}' })) : await serve(request)
    return request.method === 'PATCH' && answer.ok ? new Response(null, { status: 204 }) : answer
  }
  const { results } = await runContract({
    document: { ...document, operations },
    select: { rules: ['lifecycle'], operations: ['updateLamp'] },
    target: { baseUrl: 'http://lamps.test', disposable: true, fetch: forgetful },
  })
  const found = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  expect(found).not.toEqual([])
  expect(found.map(({ exchange }) => exchange.request.method)).toEqual(found.map(() => 'GET'))
})
