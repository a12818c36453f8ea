import { Permission } from '@concordat/contract'
import { expect, test } from 'vitest'
import type { ValueOrigin } from '../../../../../../runtime/contract/data/document/path-binding.ts'
import { ItemGuard } from '../../../../../../runtime/contract/world/items/guard/item-guard.ts'
import { answers, described } from '../../../support/described.ts'

const text = { type: 'string' }
const barn = { type: 'object', properties: { id: { ...text, readOnly: true }, name: text } }
const key = (name: string) => ({ in: 'path', name, required: true, schema: text })
const done = { 204: {}, 404: {} }
const document = await described({
  '/barns': {
    post: {
      operationId: 'addBarn',
      requestBody: { content: { 'application/json': { schema: barn } } },
      responses: answers(barn, { status: 201 }),
    },
  },
  '/barns/{id}': {
    parameters: [key('id')],
    get: { operationId: 'readBarn', responses: { ...answers(barn), 404: {} } },
    delete: { operationId: 'dropBarn', responses: done },
  },
  '/barns/{id}/set-default': {
    parameters: [key('id')],
    post: { operationId: 'setDefault', responses: done },
  },
  '/barns/{id}/clean': { parameters: [key('id')], post: { operationId: 'cleanBarn', responses: done } },
})

/** Returns the reason why a write to a barn is not sent; `undefined` if it is sent. */
function objection(operationId: string, barn: ValueOrigin) {
  const permission = new Permission({ document, target: {} })
  const guard = new ItemGuard({ document, changeExisting: false, permission })
  const operation = document.operations.find((each) => each.operationId === operationId)!
  const path = { id: { text: 'b1', origin: barn } } as const
  return guard.objectionTo({ operation, path })
}

test('no item of the run takes the place of an item of others', () => {
  expect(objection('setDefault', 'created')).toMatchObject({
    ...{ kind: 'left alone', danger: { kind: 'displaces', word: 'set-default' } },
  })
  expect(objection('cleanBarn', 'created')).toBeUndefined()
})
