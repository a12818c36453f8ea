import { createClient } from './generated/client.ts'
import { createApp, type Handlers } from './generated/server.ts'
import { expect, only } from './only.ts'

const hours = ['2026-01-01', '2026-01-02', '2026-01-03'].map((date) => ({
  date,
  timeOpen: '09:00',
  timeClose: '18:00',
}))
const app = createApp({
  basePath: '',
  handlers: only<Handlers>({
    getMuseumHours: async ({ query: { page, limit = 2 } }) => {
      const from = ((page ?? 1) - 1) * limit
      return { status: 200, body: hours.slice(from, from + limit) }
    },
    createSpecialEvent: async ({ body }) => ({
      status: 201,
      body: { ...body, eventId: body.eventId ?? 'e1' },
    }),
    getSpecialEvent: async () => ({ status: 404, body: { type: 'object', title: 'No such event' } }),
    getTicketCode: async () => ({ status: 200, body: new Blob(['png'], { type: 'image/png' }) }),
  }),
  authenticate: async () => ({ principal: undefined, scopes: ['*'] }),
})
const api = createClient({
  baseUrl: 'http://a.test',
  fetch: app,
  credentials: { MuseumPlaceholderAuth: { username: 'a', password: 'b' } },
})

const days: string[] = []
for await (const { date } of api.operations.getMuseumHours.items({ query: { limit: 2 } })) days.push(date)
expect(days.length === 3, 'every day once')
const event = { name: 'Night', location: 'Hall', eventDescription: 'Late', dates: ['2026-02-01'], price: 5 }
const { name } = await api.events.createSpecialEvent({ body: event })
expect(name === 'Night', 'the created event')
const answer = await api.events.getSpecialEvent.result({
  path: { eventId: 'dad4bce8-f5cb-4078-a211-995864315e39' },
})
expect(answer.status === 404 && answer.body.title === 'No such event', 'no such event')
const code = await api.tickets.getTicketCode({ path: { ticketId: 'a54a57ca-36f8-421b-a6b4-2e8f26858a4c' } })
expect((await code.text()) === 'png', 'the ticket picture')
