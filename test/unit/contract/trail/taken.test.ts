import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import type { RequestPlan } from '../../../../runtime/contract/exchange/request.ts'
import { takenBy } from '../../../../runtime/contract/trail/taken.ts'

const plan: RequestPlan = {
  operation: {} as OperationDescriptor,
  path: { petId: { text: '7', origin: 'created', from: [3] }, shopId: { text: '1', origin: 'configured' } },
  query: { cursor: 'next' },
  body: { mediaType: 'application/json', value: [{ owner: 2 }, { owner: 4 }] },
  sources: [
    { location: 'query', name: 'cursor', text: 'next', from: [5] },
    { location: 'body', name: 'owner', text: '4', from: [6, 8] },
  ],
}
const petId = { location: 'path', name: 'petId', text: '7', from: [3] }
const cursor = { location: 'query', name: 'cursor', text: 'next', from: [5] }
const owner = { location: 'body', name: 'owner', text: '4', from: [6, 8] }

test('a request took the values of its path, its parameters and its body that have a source', () => {
  expect(takenBy(plan)).toEqual([petId, cursor, owner])
})

test('a value that a check replaced was not taken', () => {
  expect(takenBy({ ...plan, query: { cursor: 'other' } })).toEqual([petId, owner])
  expect(takenBy({ ...plan, body: { mediaType: 'application/json', value: { owner: 2 } } })).toEqual([
    petId,
    cursor,
  ])
  expect(takenBy({ ...plan, raw: { text: '{' } })).toEqual([petId, cursor])
})
