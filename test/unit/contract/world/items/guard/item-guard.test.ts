import { Permission } from '@concordat/contract'
import { expect, test } from 'vitest'
import type { ValueOrigin } from '../../../../../../runtime/contract/data/document/path-binding.ts'
import { reasonWords } from '../../../../../../runtime/contract/data/outcome/kinds/reason-words.ts'
import { ItemGuard } from '../../../../../../runtime/contract/world/items/guard/item-guard.ts'
import { answers, described } from '../../../support/described.ts'
import { documentOf } from '../../../support/small-service.ts'

const document = documentOf(
  [
    {
      operationId: 'addPet',
      method: 'POST',
      path: '/pets',
      resource: { name: 'pets', role: 'create' },
      responses: {},
    },
    {
      operationId: 'getPet',
      method: 'GET',
      path: '/pets/{id}',
      resource: { name: 'pets', role: 'read' },
      responses: {},
    },
    {
      operationId: 'setPet',
      method: 'PATCH',
      path: '/pets/{id}',
      resource: { name: 'pets', role: 'update' },
      responses: {},
    },
    {
      operationId: 'delPet',
      method: 'DELETE',
      path: '/pets/{id}',
      resource: { name: 'pets', role: 'delete' },
      responses: {},
    },
  ],
  {
    resources: [
      {
        name: 'pets',
        collection: '/pets',
        item: '/pets/{id}',
        operations: { create: 'addPet', read: 'getPet', update: 'setPet', delete: 'delPet' },
        actions: [],
      },
    ],
  },
)

/** Returns the reason for rejecting a request to an item whose name has this origin. */
function refusal(operationId: string, origin: ValueOrigin, { changeExisting = false } = {}): string {
  const permission = new Permission({ document, target: {} })
  const guard = new ItemGuard({ document, changeExisting, permission })
  const operation = document.operations.find((each) => each.operationId === operationId)!
  const objection = guard.objectionTo({ operation, path: { id: { text: '7', origin } } })
  return objection === undefined ? '' : reasonWords(objection)
}

test.each<ValueOrigin>(['created', 'expendable', 'unknown'])(
  'a name that is %s may be written to',
  (origin) => {
    expect([refusal('setPet', origin), refusal('delPet', origin)]).toEqual(['', ''])
  },
)

test.each<ValueOrigin>(['discovered', 'configured', 'guessed'])(
  'a name that is %s may be read, and written to when that is allowed',
  (origin) => {
    expect(refusal('getPet', origin)).toBe('')
    expect(refusal('setPet', origin)).toContain(
      'PATCH /pets/{id} might change items that the run did not create',
    )
    expect(refusal('setPet', origin, { changeExisting: true })).toBe('')
    expect(refusal('delPet', origin, { changeExisting: true })).toContain(
      'DELETE /pets/{id} might delete items that the run did not create',
    )
  },
)

test('a skipped write is not sent for any check, but a skipped deletion still removes items of the run', () => {
  const permission = new Permission({
    document,
    target: { allow: ['addPet'], skip: ['addPet', 'getPet', 'delPet'] },
  })
  const guard = new ItemGuard({ document, changeExisting: false, permission })
  const objections = document.operations.map((operation) =>
    guard.objectionTo({ operation, path: { id: { text: '7', origin: 'created' } } }),
  )
  expect(objections.map((objection) => objection && reasonWords(objection))).toEqual([
    'the check needs addPet, which is skipped',
    ...[undefined, undefined, undefined],
  ])
  expect(permission.created()).toEqual([])
})

test('GET is not tried at a path whose only write has effects elsewhere, but OPTIONS is', () => {
  const write = (path: string) => ({ operationId: path, method: 'POST', path, responses: {} })
  const mailing = { ...write('/reauthenticate'), delivery: 'sends' }
  const own = documentOf([write('/logout'), mailing, ...document.operations])
  const guard = new ItemGuard({
    ...{ document: own, changeExisting: false },
    permission: new Permission({ document: own, target: {} }),
  })
  const [logout, reauthenticate] = own.operations
  for (const operation of [logout!, reauthenticate!])
    expect(guard.objectionTo({ operation, method: 'GET', path: {} })?.kind).toBe('left alone')
  expect(guard.objectionTo({ operation: logout!, method: 'OPTIONS', path: {} })).toBeUndefined()
})

test('a write to a made-up name could make an item below a parent of others', async () => {
  const thing = { type: 'object', properties: { id: { type: 'string' }, label: { type: 'string' } } }
  const requestBody = { content: { 'application/json': { schema: thing } } }
  const parameters = ['shop', 'id'].map((name) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }))
  const own = await described({
    '/shops': {
      post: { operationId: 'addShop', requestBody, responses: answers(thing, { status: 201 }) },
    },
    '/shops/{shop}': {
      parameters: parameters.slice(0, 1),
      delete: { operationId: 'delShop', responses: { 204: { description: 'Gone' } } },
    },
    '/shops/{shop}/pets': {
      parameters: parameters.slice(0, 1),
      post: { operationId: 'addPet', requestBody, responses: answers(thing, { status: 201 }) },
    },
    '/shops/{shop}/pets/{id}': {
      parameters,
      put: { operationId: 'putPet', requestBody, responses: answers(thing) },
      patch: { operationId: 'setPet', requestBody, responses: answers(thing) },
      delete: { operationId: 'delPet', responses: { 204: { description: 'Gone' } } },
    },
  })
  const permission = new Permission({ document: own, target: {} })
  const guard = new ItemGuard({ document: own, changeExisting: false, permission })
  const refused = (origin: ValueOrigin): string[] =>
    own.operations
      .filter(({ path }) => path.endsWith('{id}'))
      .filter(
        (operation) =>
          guard.objectionTo({
            operation,
            path: { shop: { text: 's', origin }, id: { text: 'made-up', origin: 'unknown' } },
          }) !== undefined,
      )
      .map(({ operationId }) => operationId)
  expect(refused('discovered')).toEqual(['putPet', 'setPet'])
  expect(refused('created')).toEqual([])
  expect(refused('unknown')).toEqual([])
})
