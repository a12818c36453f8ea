import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

interface Account {
  readonly account_id: string
  readonly number: number
}

interface Transfers {
  readonly transfers: readonly unknown[]
}

test('what a PUT to a collection takes is one more item', async () => {
  const mock = await mockOf('ledger.yaml')
  const count = async (): Promise<number> =>
    ((await send(mock, 'GET /accounts')).body as { accounts: unknown[] }).accounts.length
  const before = await count()
  const added = await send(mock, 'PUT /accounts', { body: { name: 'Tea' } })
  expect(added.body).toMatchObject({ accounts: [{ name: 'Tea' }] })
  expect(await count()).toBe(before + 1)
})

test('an item is found by each of the members that paths call it by', async () => {
  const mock = await mockOf('ledger.yaml')
  const { body } = await send(mock, 'GET /accounts')
  const [, account] = (body as { accounts: Account[] }).accounts
  const byId = await send(mock, `GET /accounts/${account?.account_id}`)
  expect(byId.body).toMatchObject({ accounts: [account] })
  const byNumber = await send(mock, `GET /accounts/${account?.number}`)
  expect(byNumber.body).toMatchObject({ accounts: [account] })
  expect((await send(mock, 'GET /accounts/999999')).status).toBe(404)
})

test('a list that has nothing in it creates nothing', async () => {
  const mock = await mockOf('ledger.yaml')
  const count = async (): Promise<number> =>
    ((await send(mock, 'GET /transfers')).body as Transfers).transfers.length
  const before = await count()
  const { status, body } = await send(mock, 'POST /transfers', { body: { transfers: [] } })
  expect(status).toBe(200)
  expect((body as Transfers).transfers).toEqual([])
  expect(await count()).toBe(before)
})
