import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Answer } from '../../../../../runtime/contract/data/exchange/answer.ts'
import type { RequestPlan } from '../../../../../runtime/contract/data/exchange/request.ts'
import type { MadeItem } from '../../../../../runtime/contract/data/outcome/run-event.ts'
import { CleanUp } from '../../../../../runtime/contract/world/items/clean-up/clean-up.ts'
import { CreatedItems } from '../../../../../runtime/contract/world/items/clean-up/created-items.ts'
import { petDocument } from '../../pet/pet-document.ts'

const remove = (path: string): OperationDescriptor => ({
  operationId: `delete ${path}`,
  method: 'DELETE',
  path,
  tag: 'all',
  parameters: [],
  responses: {},
  pointer: '',
})

const document: DocumentDescriptor = {
  ...petDocument,
  operations: [remove('/shops/{id}'), remove('/orders/{id}')],
}

const made = (kind: string, id: string): MadeItem => ({
  item: `/${kind}/{id}`,
  address: `/${kind}/${id}`,
  binding: new Map([[`/${kind}/{}`, { text: id, origin: 'created' as const }]]),
  value: {},
})

const record = (...items: readonly MadeItem[]): CreatedItems => new CreatedItems({ document, made: items })
const answer = (status: number): Answer =>
  ({ status, headers: new Headers(), text: '', value: undefined }) as unknown as Answer
const addressOf = ({ operation, path = {} }: RequestPlan): string =>
  operation.path.replace('{id}', String(path['id']?.text))

test('what names others goes before them, several of one kind at a time', async () => {
  const items = Array.from({ length: 1000 }, (_, index) => [
    made('shops', `s${index}`),
    made('orders', `o${index}`),
  ]).flat()
  const log: string[] = []
  let [underWay, most] = [0, 0]
  const cleanUp = new CleanUp({
    ...{ document, made: record(...items), concurrency: 4 },
    send: async (plan) => {
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay--
      log.push(addressOf(plan))
      return answer(204)
    },
  })
  expect(await cleanUp.run()).toEqual([])
  expect([log.length, most]).toEqual([2000, 4])
  expect(log.findLastIndex((address) => address.startsWith('/orders/'))).toBe(999)
})

test('what another item held is tried again once that one is gone', async () => {
  const items = [made('shops', 'a'), made('shops', 'b'), made('orders', 'x')]
  const there = new Set(items.map(({ address }) => address))
  const cleanUp = new CleanUp({
    ...{ document, made: record(...items) },
    send: async (plan) => {
      const address = addressOf(plan)
      // The older shop prevents the removal of the newer one.
      if (address === '/shops/b' && there.has('/shops/a')) return answer(409)
      there.delete(address)
      return answer(204)
    },
  })
  expect(await cleanUp.run()).toEqual([])
  expect([...there]).toEqual([])
})

test('what nothing removes is asked for twice, and told', async () => {
  let asked = 0
  const cleanUp = new CleanUp({
    ...{ document, made: record(made('shops', 'a'), made('orders', 'x')) },
    send: async (plan) => {
      if (addressOf(plan) !== '/orders/x') return answer(204)
      asked++
      return answer(500)
    },
  })
  expect(await cleanUp.run()).toEqual([
    '/orders/x was created and may still be there: delete /orders/{id} returned 500.',
  ])
  expect(asked).toBe(2)
})

test.each([
  ['gone, as a 404 to a read of it shows', 404, 404, []],
  ['gone, as a 403 to a read of it shows where the bucket was', 403, 403, []],
  [
    'there, as it is still read',
    403,
    200,
    ['/buckets/b/notes/n was created and may still be there: deleteNote returned 403.'],
  ],
])('what stood below an item that the run removed is %s', async (_, removal, read, left) => {
  const path = '/buckets/{b}/notes/{n}'
  const of = (method: string, operationId: string, at = path) => ({ ...remove(at), method, operationId })
  const buckets = {
    ...petDocument,
    operations: [remove('/buckets/{b}'), of('GET', 'readNote'), of('DELETE', 'deleteNote')],
  }
  const items = new CreatedItems({ document: buckets })
  const cleanUp = new CleanUp({
    ...{ document: buckets, made: items },
    send: async ({ operation: { method } }) => answer(method === 'GET' ? read : removal),
  })
  const value = (text: string) => ({ text, origin: 'created' as const })
  const bucket = new Map([['/buckets/{}', value('b')]])
  items.remember('/buckets/{b}', { binding: bucket, value: {} })
  items.remember(path, { binding: new Map([...bucket, ['/buckets/{}/notes/{}', value('n')]]), value: {} })
  items.forget('/buckets/{b}', { binding: bucket, isOthers: false })
  expect(await cleanUp.run()).toEqual(left)
})

test('a server that cannot answer is given a while before all is tried again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const there = new Set(['/shops/a', '/orders/x'])
  const since = Date.now()
  const cleanUp = new CleanUp({
    ...{ document, made: record(made('shops', 'a'), made('orders', 'x')) },
    send: async (plan) => {
      if (Date.now() - since < 4000) return answer(503)
      there.delete(addressOf(plan))
      return answer(204)
    },
  })
  const run = cleanUp.run()
  await vi.runAllTimersAsync()
  expect(await run).toEqual([])
  expect([...there]).toEqual([])
})
