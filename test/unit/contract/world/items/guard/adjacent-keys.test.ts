import { Permission } from '@concordat/contract'
import { expect, test } from 'vitest'
import type { ValueOrigin } from '../../../../../../runtime/contract/data/document/path-binding.ts'
import { ItemGuard } from '../../../../../../runtime/contract/world/items/guard/item-guard.ts'
import { answers, described } from '../../../support/described.ts'

const text = { type: 'string' }
const user = { type: 'object', properties: { id: { ...text, readOnly: true }, name: text } }
const keys = (...names: readonly string[]) =>
  names.map((name) => ({
    ...{ in: 'path', name, required: true },
    schema: name === 'kind' ? { ...text, enum: ['guest', 'owner'] } : text,
  }))
const gone = { 204: {}, 404: {} }
const document = await described({
  '/users': {
    post: {
      operationId: 'addUser',
      requestBody: { content: { 'application/json': { schema: user } } },
      responses: answers(user, { status: 201 }),
    },
  },
  '/users/{userId}': {
    parameters: keys('userId'),
    get: { operationId: 'readUser', responses: { ...answers(user), 404: {} } },
    delete: { operationId: 'dropUser', responses: gone },
  },
  '/members/{groupId}/{userId}': {
    parameters: keys('groupId', 'userId'),
    put: { operationId: 'join', responses: gone },
    delete: { operationId: 'leave', responses: gone },
  },
  '/labels/{kind}/{userId}': {
    parameters: keys('kind', 'userId'),
    put: { operationId: 'label', responses: gone },
  },
})

/** True if a write is sent with the name of the run's own user and with another key of this origin. */
function isSent(operationId: string, origin: ValueOrigin): boolean {
  const permission = new Permission({ document, target: {} })
  const guard = new ItemGuard({ document, changeExisting: false, permission })
  const operation = document.operations.find((each) => each.operationId === operationId)!
  const value = { text: 'x', origin }
  const path = { groupId: value, kind: value, userId: { text: 'u1', origin: 'created' } } as const
  return guard.objectionTo({ operation, path }) === undefined
}

test('a write judges by all adjacent keys, not by the last one alone', () => {
  for (const origin of ['discovered', 'guessed'] as const)
    expect([isSent('join', origin), isSent('leave', origin)]).toEqual([false, false])
  for (const origin of ['created', 'unknown', 'configured'] as const)
    expect([isSent('join', origin), isSent('leave', origin)]).toEqual([true, true])
})

test('a key with listed values names no item', () => {
  expect(isSent('label', 'guessed')).toBe(true)
})
