import { createClient } from './generated/client.ts'
import { createApp, type Handlers } from './generated/server.ts'
import { expect, only } from './only.ts'

const app = createApp({
  basePath: '',
  handlers: only<Handlers>({
    createBookingPayment: async ({ body }) =>
      body.source?.object === 'bank_account'
        ? {
            status: 400,
            mediaType: 'application/problem+json',
            body: { title: `No ${body.source.account_type} accounts` },
          }
        : { status: 200, body: { ...body, id: '2e3b4f5a-6b7c-8d9e-0f1a-2b3c4d5e6f7a', status: 'succeeded' } },
    getBookings: async ({ query: { page = 1 } }) => ({
      status: 200,
      mediaType: 'application/json',
      body: {
        data: [{ passenger_name: `Passenger ${page}` }],
        links: page < 3 ? { next: `http://a.test/bookings?page=${page + 1}` } : {},
      },
    }),
  }),
  authenticate: async () => ({ principal: undefined, scopes: ['*'] }),
})
const api = createClient({ baseUrl: 'http://a.test', fetch: app, credentials: { OAuth2: 't' } })

const path = { bookingId: '1725ff48-ab45-4bb5-9d02-88745177dedb' }
const card = {
  object: 'card',
  name: 'A B',
  number: '4242',
  cvc: '123',
  exp_month: 12,
  exp_year: 2030,
  address_country: 'gb',
} as const
const paid = await api.payments.createBookingPayment({
  path,
  body: { amount: 49.99, currency: 'gbp', source: card },
})
expect(paid.status === 'succeeded' && paid.source?.object === 'card', 'paid by card')
const names: (string | undefined)[] = []
for await (const { passenger_name } of api.bookings.getBookings.items()) names.push(passenger_name)
expect(names.length === 3, 'every booking once')
const account = {
  object: 'bank_account',
  name: 'A B',
  number: '1',
  account_type: 'individual',
  bank_name: 'B',
  country: 'gb',
} as const
const answer = await api.payments.createBookingPayment.result({ path, body: { source: account } })
if (answer.status === 400 && answer.mediaType === 'application/problem+json')
  expect(answer.body.title === 'No individual accounts', 'why it was refused')
else throw new Error('It was not refused.')
