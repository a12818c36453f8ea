import { type Credentials, createClient } from './generated/client.ts'
import { expect } from './only.ts'

const customers = ['cus_1', 'cus_2', 'cus_3'].map((id) => ({ id, object: 'customer' }))
const fetch = async (request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url)
  if (request.method === 'POST') {
    const form = new URLSearchParams(await request.text())
    return Response.json({
      id: 'cus_9',
      object: 'customer',
      name: form.get('name'),
      metadata: { a: form.get('metadata[a]') },
    })
  }
  if (pathname !== '/v1/customers')
    return Response.json(
      { error: { type: 'invalid_request_error', message: 'No such customer' } },
      { status: 404 },
    )
  const from = customers.findIndex(({ id }) => id === searchParams.get('starting_after')) + 1
  const data = customers.slice(from, from + 2)
  return Response.json({ object: 'list', url: pathname, data, has_more: from + 2 < customers.length })
}
const credentials: Credentials = { bearerAuth: 'sk_test' }
const api = createClient({ baseUrl: 'http://a.test', fetch, credentials })

const made = await api.PostCustomers({ body: { name: 'Ann', metadata: { a: 'b' } } })
expect(made.name === 'Ann' && made.metadata?.['a'] === 'b', 'the customer that was made')
const ids: string[] = []
for await (const { id } of api.GetCustomers.items({ query: { limit: 2 } })) ids.push(id)
expect(ids.join() === 'cus_1,cus_2,cus_3', 'every customer once')
const answer = await api.GetCustomersCustomer.result({ path: { customer: 'cus_0' } })
if (answer.status !== 200) expect(answer.body.error.message === 'No such customer', 'why there is none')
else if ('deleted' in answer.body) expect(answer.body.deleted, 'a customer that is gone')
