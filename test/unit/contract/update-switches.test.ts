import { runContract } from '@concordat/contract'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { documentOf } from './small-service.ts'

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
/** Lamps with two switches and so many texts. */
function lampDocument(texts: number) {
  const lamp = {
    id: { type: 'string', readOnly: true },
    ready: { type: 'boolean' },
    ...Object.fromEntries(Array.from({ length: texts }, (_, index) => [`text${index}`, { type: 'string' }])),
    dimmed: { type: 'boolean' },
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
          idProperty: ['id'],
          operations: { create: 'createLamp', read: 'readLamp', update: 'updateLamp' },
          actions: [],
        },
      ],
    },
  )
}

/** A service whose updates set `ready` to one value where they do not say another. */
function lamps(reset: boolean | undefined) {
  const kept = new Map<string, object>()
  return async (request: Request): Promise<Response> => {
    const [, , name = `lamp-${kept.size}`] = new URL(request.url).pathname.split('/')
    const old = kept.get(name)
    if (request.method !== 'POST' && old === undefined) return Response.json({}, { status: 404 })
    if (request.method === 'GET') return Response.json(old)
    const sent = await request.json()
    const implied = request.method === 'PATCH' && reset !== undefined ? { ready: reset } : {}
    const lamp = { ready: true, ...old, ...implied, ...sent, id: name }
    kept.set(name, lamp)
    return Response.json(lamp, { status: old === undefined ? 201 : 200 })
  }
}

const seeds = Array.from({ length: 12 }, (_, index) => `seed ${index}`)
describe.each([1, 10])('beside %i texts', (texts) => {
  test.each([true, false, undefined])('an update that sets a switch to %s is found', async (reset) => {
    for (const seed of seeds) {
      const { results } = await runContract({
        document: lampDocument(texts),
        seed,
        select: { operations: ['updateLamp'], rules: ['lifecycle'] },
        target: { baseUrl: 'http://lamps.test', fetch: lamps(reset) },
      })
      const status = reset === undefined ? 'passed' : 'failed'
      expect(
        results.map(({ outcome }) => outcome.status),
        seed,
      ).toEqual([status])
    }
  })
})
