import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const thing = { type: 'object', properties: { id: text, label: text } }
const body = { content: { 'application/json': { schema: thing } } }

test.each(['boxes box', 'categories category', 'people person', 'statuses status', 'pets pet'])(
  'items of a collection may stand at its singular: %s',
  async (names) => {
    const [plural, singular] = names.split(' ')
    const parameters = [{ name: `${singular}_id`, in: 'path', required: true, schema: text }]
    const { resources } = await described({
      [`/${plural}`]: {
        get: { operationId: 'list', responses: answers({ type: 'array', items: thing }) },
        post: { operationId: 'make', requestBody: body, responses: answers(thing, { status: 201 }) },
      },
      [`/${singular}/{${singular}_id}`]: {
        parameters,
        get: { operationId: 'read', responses: answers(thing) },
        delete: { operationId: 'remove', responses: { 204: { description: 'Gone' } } },
      },
    })
    expect(resources).toEqual([
      {
        ...{ name: plural, collection: `/${plural}`, item: `/${singular}/{${singular}_id}` },
        ...{ idParameter: `${singular}_id`, names: [{ path: ['id'] }], shownBy: 'read', actions: [] },
        operations: { list: 'list', create: 'make', read: 'read', delete: 'remove' },
      },
    ])
  },
)
