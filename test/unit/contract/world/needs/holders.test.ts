import { expect, test } from 'vitest'
import { pathTemplates } from '../../../../../runtime/contract/data/document/path-binding.ts'
import { holdersOf } from '../../../../../runtime/contract/world/needs/holders.ts'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text })

/** Returns the lists in an order that hold its lines, which have these properties. */
async function partsOf(members: readonly string[]) {
  const line = { type: 'object', properties: Object.fromEntries(members.map((name) => [name, text])) }
  const order = { type: 'object', properties: { id: text, lines: { type: 'array', items: line } } }
  const path = '/orders/{order_id}/lines/{line_id}'
  const document = await described({
    '/orders': { post: { operationId: 'make', responses: answers(order, { status: 201 }) } },
    '/orders/{order_id}': {
      get: { operationId: 'read', parameters: [inPath('order_id')], responses: answers(order) },
    },
    [path]: {
      put: {
        operationId: 'pack',
        parameters: [inPath('order_id'), inPath('line_id')],
        responses: { 204: { description: 'Packed.' } },
      },
    },
  })
  const last = pathTemplates(path).at(-1)
  return last === undefined ? [] : holdersOf(last, document).flatMap((holder) => holder.members)
}

test.each([
  [['note', 'id'], 'id'],
  [['note', 'uuid'], 'uuid'],
  [['note', 'line_id', 'uuid'], 'line_id'],
])('of parts with %j the name is "%s"', async (members, name) => {
  expect(await partsOf(members)).toEqual([['lines', name]])
})

test('a part without an identifier has no name', async () => {
  expect(await partsOf(['note', 'name'])).toEqual([])
})
