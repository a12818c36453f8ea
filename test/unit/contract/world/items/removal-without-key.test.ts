import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const note = { content: { 'application/json': { schema: { $ref: '#/$defs/Note' } } } } as const
const create: Operation = {
  ...{ operationId: 'create', method: 'POST', path: '/notes', requestBody: { required: true, ...note } },
  ...{ resource: { name: 'notes', role: 'create' }, responses: { '201': note } },
}
const remove: Operation = {
  ...{ operationId: 'remove', method: 'DELETE', path: '/notes/{id}', security: [{ Key: [] }] },
  ...{ resource: { name: 'notes', role: 'delete' }, responses: { '204': {}, '401': {}, '404': {} } },
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
}
const document = documentOf([create, remove], {
  resources: [
    {
      ...{
        name: 'notes',
        collection: '/notes',
        item: '/notes/{id}',
        idParameter: 'id',
        names: [{ path: ['id'] }],
      },
      ...{ operations: { create: 'create', delete: 'remove' }, actions: [] },
    },
  ],
  securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'x-key' } },
  definitions: { Note: { type: 'object', properties: { id: { type: 'string', readOnly: true } } } },
})

/** @param known whether a removal with the key finds the item. */
function removals(known: boolean): Promise<string[]> {
  let made = 0
  const answer = ({ method, headers }: Request): Response => {
    if (method === 'POST') return Response.json({ id: `n${++made}` }, { status: 201 })
    const isRemoved = known && headers.get('x-key') === 'k3y-of-mine'
    return isRemoved ? new Response(null, { status: 204 }) : Response.json({}, { status: 404 })
  }
  return outcomes(document, { answer, rules: ['authentication'], credentials: { Key: 'k3y-of-mine' } })
}

test('404 to a removal without the key is told where the key removes', async () => {
  expect(await removals(true)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^authentication remove: status 401 without a credential \| status 404/),
    ]),
  )
})

test('404 to a removal without the key says nothing of callers where the key finds nothing either', async () => {
  expect(await removals(false)).toEqual([
    'authentication remove: not run, because remove returned 404, as it would have with the credential',
  ])
})
