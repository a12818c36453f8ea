import { runContract } from '@concordat/contract'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { documentOf } from './small-service.ts'

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

/** What a run sends as the kernels of its sessions. @param required Members that a session must have. */
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
          idProperty: ['id'],
          actions: [],
        },
        operations: { list: 'listKernels', read: 'readKernel' },
      },
      {
        ...{ name: 'sessions', collection: '/sessions', item: at.path, idProperty: ['id'], actions: [] },
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
