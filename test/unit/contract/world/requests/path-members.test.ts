import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const json = (name: string) =>
  ({ content: { 'application/json': { schema: { $ref: `#/$defs/${name}` } } } }) as const
const project = { name: 'projectId', in: 'path', required: true, schema: { type: 'string' } } as const
const field = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const
const operations: readonly Operation[] = [
  {
    operationId: 'createProject',
    method: 'POST',
    path: '/projects',
    resource: { name: 'projects', role: 'create' },
    responses: { '201': json('Project') },
  },
  {
    operationId: 'createField',
    method: 'POST',
    path: '/projects/{projectId}/fields',
    parameters: [project],
    requestBody: { required: true, ...json('FieldWrite') },
    resource: { name: 'fields', role: 'create' },
    responses: { '201': json('Field') },
  },
  {
    operationId: 'readField',
    method: 'GET',
    path: '/projects/{projectId}/fields/{id}',
    parameters: [project, field],
    resource: { name: 'fields', role: 'read' },
    responses: { '200': json('Field') },
  },
]
const text = { type: 'string' } as const
const members = { project: text, project_name: text, label: text } as const
const document = documentOf(operations, {
  resources: [
    {
      ...{
        name: 'projects',
        collection: '/projects',
        item: '/projects/{projectId}',
        names: [{ path: ['id'] }],
      },
      operations: { create: 'createProject' },
      actions: [],
    },
    {
      ...{ name: 'fields', collection: '/projects/{projectId}/fields', names: [{ path: ['id'] }] },
      item: '/projects/{projectId}/fields/{id}',
      parent: { name: 'projects', parameter: 'projectId' },
      operations: { create: 'createField', read: 'readField' },
      actions: [],
    },
  ],
  definitions: {
    Project: { type: 'object', properties: { id: text } },
    FieldWrite: { type: 'object', required: ['project', 'project_name', 'label'], properties: members },
    Field: { type: 'object', properties: { id: text, ...members } },
  },
})

/** A service in which only the path determines the project of a field. */
function service() {
  const sent: Record<string, unknown>[] = []
  const fields = new Map<string, object>()
  const answer = (request: Request, body: string): Response => {
    const [, , projectId, , id = ''] = new URL(request.url).pathname.split('/')
    if (request.method === 'GET') return Response.json(fields.get(id) ?? {})
    if (projectId === undefined) return Response.json({ id: 'p1' }, { status: 201 })
    const made = { ...JSON.parse(body), id: `f${fields.size + 1}`, project: projectId }
    sent.push(JSON.parse(body))
    fields.set(made.id, made)
    return Response.json(made, { status: 201 })
  }
  return { sent, answer }
}

test('a member that says again what the path says takes the value of the path, others do not', async () => {
  const { sent, answer } = service()
  await outcomes(document, { answer, rules: ['conformance'] })
  expect(sent.length).toBeGreaterThan(0)
  for (const body of sent) {
    expect(body['project']).toBe('p1')
    expect(body['project_name']).not.toBe('p1')
  }
})

test('and is not expected to be stored in spite of the path', async () => {
  const { answer } = service()
  const lines = await outcomes(document, { answer, rules: ['lifecycle', 'round-trip'] })
  expect(lines.filter((line) => / createField:/.test(line))).toEqual([
    'lifecycle createField: passed',
    'round-trip createField: passed',
  ])
})
