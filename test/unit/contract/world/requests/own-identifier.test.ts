import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const json = (name: string) =>
  ({ content: { 'application/json': { schema: { $ref: `#/$defs/${name}` } } } }) as const
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const
const operations: readonly Operation[] = [
  {
    ...{ operationId: 'createPolicy', method: 'POST', path: '/policies' },
    requestBody: { required: true, ...json('PolicyWrite') },
    resource: { name: 'policies', role: 'create' },
    responses: { '201': json('Policy'), '400': {} },
  },
  {
    ...{ operationId: 'readPolicy', method: 'GET', path: '/policies/{id}', parameters: [id] },
    resource: { name: 'policies', role: 'read' },
    responses: { '200': json('Policy'), '404': {} },
  },
  {
    ...{ operationId: 'replacePolicy', method: 'PUT', path: '/policies/{id}', parameters: [id] },
    requestBody: { required: true, ...json('PolicyWrite') },
    resource: { name: 'policies', role: 'replace' },
    responses: { '200': json('Policy'), '400': {}, '404': {} },
  },
  {
    ...{ operationId: 'deletePolicy', method: 'DELETE', path: '/policies/{id}', parameters: [id] },
    resource: { name: 'policies', role: 'delete' },
    responses: { '204': {}, '404': {} },
  },
]
const members = { '@id': { type: 'string' }, label: { type: 'string' } } as const
const document = documentOf(operations, {
  resources: [
    {
      ...{ name: 'policies', collection: '/policies', item: '/policies/{id}', names: [{ path: ['@id'] }] },
      operations: {
        ...{ create: 'createPolicy', read: 'readPolicy', replace: 'replacePolicy', delete: 'deletePolicy' },
      },
      actions: [],
    },
  ],
  definitions: {
    PolicyWrite: {
      ...{ type: 'object', required: ['label'], properties: members },
      example: { '@id': 'policy-of-others', label: 'a' },
    },
    Policy: { type: 'object', required: ['@id', 'label'], properties: members },
  },
})

/** A service that changes the policy of the body, whatever the path says. */
function service() {
  const named = new Set<string>()
  const policies = new Map<string, object>()
  const answer = (request: Request, body: string): Response => {
    const [, , path = ''] = new URL(request.url).pathname.split('/')
    const sent: unknown = request.method === 'POST' || request.method === 'PUT' ? JSON.parse(body) : {}
    const { '@id': said, label } = Object.fromEntries(Object.entries(sent ?? {}))
    const isValid = typeof label === 'string' && (said === undefined || typeof said === 'string')
    if (!isValid && request.method !== 'GET' && request.method !== 'DELETE')
      return new Response(null, { status: 400 })
    if (request.method === 'POST') {
      const made = { '@id': `p${policies.size + 1}-${named.size}`, label }
      policies.set(made['@id'], made)
      return Response.json(made, { status: 201 })
    }
    const name = request.method === 'PUT' ? String(said) : path
    if (request.method === 'PUT') named.add(name)
    if (!policies.has(name)) return new Response(null, { status: 404 })
    if (request.method === 'PUT') policies.set(name, { '@id': name, label })
    if (request.method !== 'DELETE') return Response.json(policies.get(name))
    policies.delete(name)
    return new Response(null, { status: 204 })
  }
  return { named, answer }
}

test('a body that identifies its item takes the value of the path, not that of an example', async () => {
  const { named, answer } = service()
  const lines = await outcomes(document, { answer, rules: ['conformance', 'lifecycle'] })
  expect(lines).toContain('conformance replacePolicy: passed')
  expect(lines).toContain('lifecycle replacePolicy: passed')
  expect([...named]).not.toContain('policy-of-others')
})
