import { Permission } from '@concordat/contract'
import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { documentOf } from '../../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const json = { content: { 'application/json': { schema: { type: 'object' } } } } as const
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } } as const

/** A resource as Django REST framework names its operations: "mail_templates_create". */
function resource(path: string): { operations: Operation[]; described: ResourceDescriptor } {
  const name = path.slice(1).replaceAll('-', '_')
  const of = (role: 'list' | 'create' | 'read' | 'delete', verb: string) => ({
    operationId: `${name}_${verb}`,
    resource: { name, role },
  })
  const item = `${path}/{id}`
  return {
    operations: [
      { ...of('list', 'list'), method: 'GET', path, list: { items: [] }, responses: { '200': json } },
      { ...of('create', 'create'), method: 'POST', path, requestBody: json, responses: { '201': json } },
      { ...of('read', 'retrieve'), method: 'GET', path: item, parameters: [id], responses: { '200': json } },
      {
        ...of('delete', 'destroy'),
        method: 'DELETE',
        path: item,
        parameters: [id],
        responses: { '204': {} },
      },
    ],
    described: {
      ...{ name, collection: path, item, idParameter: 'id', names: [{ path: ['id'] }], actions: [] },
      operations: {
        ...{ list: `${name}_list`, create: `${name}_create` },
        ...{ read: `${name}_retrieve`, delete: `${name}_destroy` },
      },
    },
  }
}

test('what prepares mails and orders is created, and what causes them is not', () => {
  const all = ['/mail-templates', '/order-types', '/print-jobs', '/mails', '/mail'].map(resource)
  const document = documentOf(
    all.flatMap(({ operations }) => operations),
    { resources: all.map(({ described }) => described) },
  )
  const alone = new Permission({ document, target: {} }).leftAlone()
  expect(alone.map(({ operation }) => operation.operationId)).toEqual([
    'print_jobs_create',
    'mails_create',
    'mail_create',
  ])
})

test('somebody who is added by an address may get an invitation', () => {
  const action = (verb: string, member: string): Operation => ({
    ...{ operationId: `talks_${verb}_speaker_create`, method: 'POST', path: `/talks/{id}/${verb}-speaker` },
    parameters: [id],
    requestBody: {
      content: {
        'application/json': {
          schema: { type: 'object', required: [member], properties: { [member]: { type: 'string' } } },
        },
      },
    },
    resource: { name: 'talks', role: 'action' },
    responses: { '200': json },
  })
  const { operations, described } = resource('/talks')
  const document = documentOf(
    [...operations, action('add', 'email'), action('remove', 'email'), action('add', 'code')],
    {
      resources: [described],
    },
  )
  const alone = new Permission({ document, target: {} }).leftAlone()
  expect(alone.map(({ operation: { path }, why }) => `${path}: ${why}`)).toEqual([
    '/talks/{id}/add-speaker: it adds somebody by an address, "email", to which the server may send an invitation',
  ])
})
