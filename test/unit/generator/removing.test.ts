import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
})
const all = (items: object) => object({ transfers: { type: 'array', items } })
const transfer = object({ transferId: text, amount: text, status: text })

/** Returns the roles of the two writes next to "GET /transfers". @param operationId the POST's id. */
async function rolesBeside(operationId: string): Promise<(string | undefined)[]> {
  const parameters = [{ name: 'transferId', in: 'path', required: true, schema: text }]
  const write = (name: string, schema: object) => ({
    operationId: name,
    requestBody: { content: { 'application/json': { schema } } },
    responses: answers(all(transfer)),
  })
  const { operations } = await described({
    '/transfers': {
      get: { operationId: 'list', responses: answers(all(transfer)) },
      put: write('put', all(object({ amount: text }))),
      post: write(operationId, all(object({ transferId: text, status: text }, ['transferId', 'status']))),
    },
    '/transfers/{transferId}': {
      get: { operationId: 'read', parameters, responses: answers(all(transfer)) },
    },
  })
  return [operationId, 'put'].map(
    (name) => operations.find((each) => each.operationId === name)?.resource?.role,
  )
}

test('a POST that is called after removing makes nothing, and the PUT beside it does', async () => {
  expect(await rolesBeside('deleteTransfers')).toEqual([undefined, 'create'])
  expect(await rolesBeside('remove-transfers')).toEqual([undefined, 'create'])
})

test('any other POST makes items, and the PUT beside it says what all of them are to be', async () => {
  expect(await rolesBeside('addTransfers')).toEqual(['create', undefined])
  expect(await rolesBeside('deletedTransfers')).toEqual(['create', undefined])
})

test.each([
  ['amount', 'create'],
  ['ID', 'replace'],
  ['_id', 'replace'],
  ['transfer_id', 'replace'],
])('a PUT to a collection that requires "%s" is: %s', async (required, role) => {
  const one = object({ amount: text, ID: text, _id: text, transfer_id: text }, [required])
  const parameters = [{ name: 'transferId', in: 'path', required: true, schema: text }]
  const { operations } = await described({
    '/transfers': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: one }) },
      put: {
        operationId: 'put',
        requestBody: { content: { 'application/json': { schema: one } } },
        responses: answers(one),
      },
    },
    '/transfers/{transferId}': { get: { operationId: 'read', parameters, responses: answers(one) } },
  })
  expect(operations.find(({ operationId }) => operationId === 'put')?.resource?.role).toBe(role)
})
