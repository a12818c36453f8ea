import { type Credentials, createClient } from './generated/client.ts'
import { createApp, type Handlers } from './generated/server.ts'
import type { Customer } from './generated/types.ts'
import { expect, only } from './only.ts'

const customerOf = (id: string, own: Partial<Customer> = {}): Customer => ({
  ...{ id, object: 'customer', created: 0, livemode: false },
  ...own,
})
const customers = ['cus_1', 'cus_2', 'cus_3'].map((id) => customerOf(id))
const app = createApp({
  basePath: '',
  handlers: only<Handlers>({
    PostCustomers: async ({ body }) => ({
      status: 200,
      body: customerOf('cus_9', { name: body?.name ?? null, metadata: body?.metadata || {} }),
    }),
    GetCustomers: async ({ query: { starting_after, limit = 2 } }) => {
      const from = customers.findIndex(({ id }) => id === starting_after) + 1
      const data = customers.slice(from, from + limit)
      return {
        status: 200,
        body: { object: 'list', url: '/v1/customers', data, has_more: from + limit < customers.length },
      }
    },
    GetCustomersCustomer: async () => ({
      status: 404,
      body: { error: { type: 'invalid_request_error', message: 'No such customer' } },
    }),
  }),
  authenticate: async () => ({ principal: undefined, scopes: ['*'] }),
  problemResponse: ({ detail }) => ({ body: { error: { type: 'invalid_request_error', message: detail } } }),
})
const credentials: Credentials = { bearerAuth: 'sk_test' }
const api = createClient({ baseUrl: 'http://a.test', fetch: app, credentials })

const made = await api.PostCustomers({ body: { name: 'Ann', metadata: { a: 'b' } } })
expect(made.name === 'Ann' && made.metadata?.['a'] === 'b', 'the created customer')
const ids: string[] = []
for await (const { id } of api.GetCustomers.items({ query: { limit: 2 } })) ids.push(id)
expect(ids.join() === 'cus_1,cus_2,cus_3', 'every customer once')
const answer = await api.GetCustomersCustomer.result({ path: { customer: 'cus_0' } })
if (answer.status !== 200) expect(answer.body.error.message === 'No such customer', 'why there is none')
else if ('deleted' in answer.body) expect(answer.body.deleted, 'a deleted customer')
