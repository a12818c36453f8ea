import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import type { RequestPlan } from '../../../../../runtime/contract/data/exchange/request.ts'
import { RequestKeys } from '../../../../../runtime/contract/world/items/middleware/request-keys.ts'

const operation: OperationDescriptor = {
  ...{ operationId: 'create', tag: 'orders' },
  method: 'POST',
  path: '/orders',
  pointer: '/paths/~1orders/post',
  parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }],
  responses: {},
}

/** Returns a request with a key, which the run made unless it was chosen. */
function request(value: unknown, { key = 'first', isChosen = false } = {}): RequestPlan {
  return {
    ...{ operation, body: { mediaType: 'application/json', value } },
    header: { 'Idempotency-Key': key },
    ...(!isChosen && { sources: [{ location: 'header', name: 'Idempotency-Key', text: key, from: 'made' }] }),
  }
}

function keysOf(...plans: readonly RequestPlan[]): readonly unknown[] {
  let count = 0
  const keys = new RequestKeys({ guess: () => `new-${++count}` })
  return plans.map((plan) => keys.keyed(plan).header?.['Idempotency-Key'])
}

test('a request with another body gets another key', () => {
  expect(keysOf(request({ a: 1 }), request({ a: 2 }), request({ a: 3 }))).toEqual(['first', 'new-1', 'new-2'])
})

test('a repeated request keeps its key', () => {
  const plan = request({ a: 1 })
  expect(keysOf(plan, { ...plan }, { ...plan })).toEqual(['first', 'first', 'first'])
})

test('a key that a rule or the user chose is kept', () => {
  const plan = request({ a: 1 }, { isChosen: true })
  expect(keysOf(plan, request({ a: 2 }, { isChosen: true }))).toEqual(['first', 'first'])
})
