import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const json = { content: { 'application/json': { schema: { $ref: '#/$defs/App' } } } } as const
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } } as const
const at = { path: '/apps/{id}', parameters: [id] } as const
const operations = (errors: object): readonly Operation[] => [
  {
    ...{
      operationId: 'createApp',
      method: 'POST',
      path: '/apps',
      resource: { name: 'apps', role: 'create' },
    },
    responses: { '201': json },
  },
  {
    ...{ operationId: 'readApp', method: 'GET', ...at, resource: { name: 'apps', role: 'read' } },
    responses: { '200': json, '404': {} },
  },
  {
    ...{ operationId: 'removeApp', method: 'DELETE', ...at, resource: { name: 'apps', role: 'delete' } },
    responses: { '204': {}, '404': {} },
  },
  {
    ...{ operationId: 'readIcon', method: 'GET', path: '/apps/{id}/icon', parameters: [id] },
    responses: { '200': json, ...errors },
  },
  {
    ...{ operationId: 'removeImage', method: 'DELETE', path: '/apps/{id}/image', parameters: [id] },
    resource: { name: 'apps', role: 'action' },
    responses: { '204': {}, '400': {}, '404': {} },
  },
  { ...{ operationId: 'stream', method: 'GET', path: '/stream' }, responses: { '200': json, '400': {} } },
]

async function told(errors: object): Promise<readonly string[]> {
  const document = documentOf(operations(errors), {
    resources: [
      {
        ...{ name: 'apps', collection: '/apps', item: '/apps/{id}', names: [{ path: ['id'] }] },
        operations: { create: 'createApp', read: 'readApp', delete: 'removeApp' },
        actions: ['removeImage'],
      },
    ],
    definitions: { App: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } },
  })
  const apps = new Set<string>()
  return outcomes(document, {
    rules: ['conformance'],
    answer(request) {
      const [, first, id = '', part] = new URL(request.url).pathname.split('/')
      if (first === 'stream')
        return Response.json({ error: "websocket: 'upgrade' is not in 'Connection'" }, { status: 400 })
      if (request.method === 'POST') {
        apps.add(`${apps.size + 1}`)
        return Response.json({ id: apps.size }, { status: 201 })
      }
      if (!apps.has(id)) return new Response(null, { status: 404 })
      if (part === 'image') return Response.json({ error: `App ${id} has no image` }, { status: 400 })
      if (part === 'icon') return new Response(null, { status: 404 })
      if (request.method === 'DELETE') return new Response(null, { status: 204 })
      return Response.json({ id: Number(id) })
    },
  })
}

test('an item may lack a part, and a stream may want another protocol', async () => {
  const lines = await told({ '404': {} })
  const refused = lines.filter((line) => / (readIcon|removeImage|stream): /.test(line))
  expect(refused.map((line) => line.replace(/(?<=not run).*/, ''))).toEqual([
    'conformance readIcon: not run',
    'conformance removeImage: not run',
    'conformance stream: not run',
  ])
})

test('an operation should declare that a part may be missing', async () => {
  const lines = await told({ '403': {} })
  expect(lines).toContain('conformance readIcon: status 200 | status 404')
})
