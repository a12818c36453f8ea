import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import type { RequestPlan } from '../../../../../runtime/contract/data/exchange/request.ts'
import { valuesSentBy } from '../../../../../runtime/contract/data/history/sent-values.ts'

const plan: RequestPlan = {
  operation: {} as OperationDescriptor,
  path: { petId: { text: '7', origin: 'created', from: [3] }, shopId: { text: '1', origin: 'configured' } },
  query: { cursor: 'next', limit: 2 },
  header: { 'If-Match': '*' },
  body: { mediaType: 'application/json', value: [{ owner: 2 }, { owner: 4 }], from: 'made' },
  sources: [
    { location: 'header', name: 'If-Match', text: '*', from: 'made' },
    { location: 'query', name: 'cursor', text: 'next', from: [5] },
    { location: 'body', name: 'owner', text: '4', from: [6, 8] },
  ],
}
const petId = { location: 'path', name: 'petId', text: '7', from: [3] }
const shopId = { location: 'path', name: 'shopId', text: '1', from: 'configured' }
const cursor = { location: 'query', name: 'cursor', text: 'next', from: [5] }
const limit = { location: 'query', name: 'limit', text: '2', from: 'rule' }
const tag = { location: 'header', name: 'If-Match', text: '*', from: 'made' }
const body = { location: 'body', name: '', text: '', from: 'made' }
const owner = { location: 'body', name: 'owner', text: '4', from: [6, 8] }

test('each value of a request has its source, and one without is of the rule', () => {
  expect(valuesSentBy(plan)).toEqual([petId, shopId, cursor, limit, tag, body, owner])
})

test('a value that a check replaced is that check’s', () => {
  const ofRule = { ...body, from: 'rule' }
  expect(valuesSentBy({ ...plan, query: { cursor: 'other' } })).toContainEqual({
    ...cursor,
    text: 'other',
    from: 'rule',
  })
  const otherBody = { mediaType: 'application/json', value: { owner: 2 } }
  expect(valuesSentBy({ ...plan, body: otherBody })).toEqual([petId, shopId, cursor, limit, tag, ofRule])
  expect(valuesSentBy({ ...plan, raw: { text: '{' } })).toEqual([petId, shopId, cursor, limit, tag, ofRule])
})

test('a link stands for the query that it has', () => {
  const link = { location: 'link', name: '', text: '/pets?after=2', from: [4] } as const
  const sources = [...(plan.sources ?? []), link]
  expect(valuesSentBy({ ...plan, link: link.text, sources })).toEqual([petId, shopId, link, body, owner])
})
