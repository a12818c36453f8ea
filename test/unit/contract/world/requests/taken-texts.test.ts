import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const json = (name: string) =>
  ({ content: { 'application/json': { schema: { $ref: `#/$defs/${name}` } } } }) as const
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } } as const
const track = { resource: { name: 'tracks', role: 'create' } } as const
const operations: readonly Operation[] = [
  {
    ...{ ...track, operationId: 'createTrack', method: 'POST', path: '/tracks' },
    requestBody: { required: true, ...json('TrackWrite') },
    responses: { '201': json('Track'), '400': {} },
  },
  {
    ...{ operationId: 'readTrack', method: 'GET', path: '/tracks/{id}', parameters: [id] },
    resource: { name: 'tracks', role: 'read' },
    responses: { '200': json('Track'), '404': {} },
  },
]
const texts = {
  type: 'object',
  additionalProperties: { type: 'string' },
  example: { en: 'English text', de: 'Deutscher Text' },
}
const document = documentOf(operations, {
  resources: [
    {
      ...{ name: 'tracks', collection: '/tracks', item: '/tracks/{id}', names: [{ path: ['id'] }] },
      operations: { create: 'createTrack', read: 'readTrack' },
      actions: [],
    },
  ],
  definitions: {
    TrackWrite: { type: 'object', required: ['name'], properties: { name: texts } },
    Track: { type: 'object', required: ['id', 'name'], properties: { id: { type: 'integer' }, name: texts } },
  },
})

test('a name in several languages that is taken gets texts of its own', async () => {
  const tracks = new Map([['["Deutscher Text","English text"]', { id: 1, name: {} }]])
  const lines = await outcomes(document, {
    rules: ['conformance'],
    answer(request, body) {
      if (request.method === 'GET') {
        const found = [...tracks.values()].find((one) => request.url.endsWith(`/${one.id}`))
        return found ? Response.json(found) : new Response(null, { status: 404 })
      }
      const { name }: { name: object } = JSON.parse(body)
      const key = JSON.stringify(Object.values(name).toSorted())
      if (Object.keys(name).length === 0) return Response.json({ name: ['Required'] }, { status: 400 })
      if (tracks.has(key))
        return Response.json({ name: ['Track name already exists in event.'] }, { status: 400 })
      const made = { id: tracks.size + 1, name }
      tracks.set(key, made)
      return Response.json(made, { status: 201 })
    },
  })
  expect(lines).toEqual(['conformance createTrack: passed', 'conformance readTrack: passed'])
})
