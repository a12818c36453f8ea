import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string', minLength: 1, maxLength: 60 } as const
const room = {
  type: 'object',
  properties: {
    id: { type: 'string', readOnly: true },
    name: text,
    state: { enum: ['open', 'closed'] },
    seats: { type: 'integer', minimum: 0, maximum: 100 },
  },
}
const { id: _, ...written } = room.properties
const body = {
  required: true,
  content: { 'application/json': { schema: { type: 'object', required: ['name'], properties: written } } },
}
const absent = { 404: { description: 'None.' } }
const named = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const document = described({
  '/rooms-count': {
    get: {
      operationId: 'sumUp',
      responses: answers({ type: 'object', properties: { count: { type: 'integer' } } }),
    },
  },
  '/rooms': {
    get: { operationId: 'listRooms', responses: answers({ type: 'array', items: room }) },
    post: { operationId: 'addRoom', requestBody: body, responses: answers(room, { status: 201 }) },
  },
  '/rooms/{id}': {
    parameters: [named],
    get: { operationId: 'getRoom', responses: { ...answers(room), ...absent } },
    patch: { operationId: 'changeRoom', requestBody: body, responses: { ...answers(room), ...absent } },
  },
})

const within = (schema: object) => ({ type: 'object', properties: { data: schema } })
const booked = {
  type: 'object',
  properties: { id: room.properties.id, name: text, draft: { type: 'boolean' } },
}
const bookings = described({
  '/bookings': {
    get: { operationId: 'listBookings', responses: answers(within({ type: 'array', items: booked })) },
    post: {
      operationId: 'book',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['name', 'draft'],
              properties: { name: text, draft: { type: 'boolean' } },
            },
          },
        },
      },
      responses: answers(within({ type: 'object', properties: { id: room.properties.id } }), { status: 201 }),
    },
  },
  '/bookings/{id}': {
    parameters: [named],
    get: { operationId: 'getBooking', responses: { ...answers(within(booked)), ...absent } },
  },
  '/bookings/{id}/confirm': {
    parameters: [named],
    post: {
      operationId: 'confirm',
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                guests: { type: 'array', items: { type: 'object', properties: { name: text, draft: text } } },
              },
            },
          },
        },
      },
      responses: { ...answers(within(booked)), ...absent },
    },
  },
})

interface Room {
  readonly id: string
  readonly state: 'open' | 'closed'
  readonly seats: number
}

/** Rooms, of which the list shows some. */
const told = async (
  listed: (rooms: readonly Room[]) => readonly Room[],
  counted: (rooms: readonly Room[]) => number = ({ length }) => length,
): Promise<readonly string[]> => {
  const rooms = new Map<string, Room>()
  const answer = ({ method, url }: Request, sent: string): Response => {
    const [, first, name] = new URL(url).pathname.split('/')
    if (first === 'rooms-count') return Response.json({ count: counted([...rooms.values()]) })
    if (name === undefined && method === 'GET') return Response.json(listed([...rooms.values()]))
    const id = name ?? `r${rooms.size}`
    const known = rooms.get(id)
    if (name !== undefined && known === undefined) return Response.json({}, { status: 404 })
    if (method !== 'GET') rooms.set(id, { state: 'open', seats: 0, ...known, ...JSON.parse(sent), id })
    return Response.json(rooms.get(id), { status: method === 'POST' ? 201 : 200 })
  }
  const rules = ['listing', 'round-trip', 'isolation']
  return (await outcomes(await document, { answer, rules })).filter((line) => line.startsWith('listing '))
}

test('a list of all rooms, of open ones or of those with seats is whole', async () => {
  expect(await told((rooms) => rooms)).toEqual(['listing listRooms: passed'])
  expect(await told((rooms) => rooms.filter(({ state }) => state === 'open'))).toEqual([
    'listing listRooms: passed',
  ])
  expect(await told((rooms) => rooms.filter(({ seats }) => seats > 0))).toEqual(['listing listRooms: passed'])
})

test('a list that ends after a number of rooms is not', async () => {
  expect(await told((rooms) => rooms.slice(0, 4))).toEqual([
    'listing listRooms: the item that POST /rooms created, in the list from GET /rooms | a list without the item',
  ])
})

test('a list that shows at most one seat is told, even if a room without seats looks right', async () => {
  expect(await told((rooms) => rooms.map((room) => ({ ...room, seats: Math.min(room.seats, 1) })))).toEqual([
    expect.stringMatching(/^listing listRooms: "seats" as GET \/rooms returned it: 1 \| \d+ from GET/),
  ])
})

test('a list that cuts long names, or escapes unusual ones, is told', async () => {
  type Named = Room & { readonly name: string }
  const named = (write: (name: string) => string) => (rooms: readonly Room[]) =>
    rooms.map((room) => ({ ...room, name: write((room as Named).name) }))
  for (const write of [(name: string) => name.slice(0, 50), (name: string) => name.replaceAll('&', '&amp;')])
    expect(await told(named(write))).toEqual([
      expect.stringMatching(/^listing listRooms: "name" as GET \/rooms returned it: /),
    ])
})

test('a number beside the list that leaves some rooms out is told', async () => {
  const found = await told(
    (rooms) => rooms,
    (rooms) => rooms.filter(({ seats }) => seats !== 100).length,
  )
  expect(found).toEqual([
    expect.stringMatching(/^listing listRooms: a count of \d+, the total number of items \| \d+$/),
  ])
})

test('a list of what is not a draft is whole, even if an action takes a list of other things', async () => {
  const all: { id: string; name: string; draft: boolean }[] = []
  const answer = ({ method, url }: Request, sent: string): Response => {
    const [, , id, part] = new URL(url).pathname.split('/')
    const data = all.find((one) => one.id === id)
    if (id === undefined && method === 'GET')
      return Response.json({ data: all.filter(({ draft }) => !draft) })
    if (id !== undefined)
      return data === undefined || (method === 'POST' && part === undefined)
        ? Response.json({}, { status: 404 })
        : Response.json({ data })
    const made = { ...JSON.parse(sent), id: `b${all.length}` }
    all.push(made)
    return Response.json({ data: { id: made.id } }, { status: 201 })
  }
  const lines = await outcomes(await bookings, { answer, rules: ['listing', 'round-trip', 'valid-values'] })
  expect(lines.filter((line) => line.startsWith('listing '))).toEqual(['listing listBookings: passed'])
  expect(all.some(({ draft }) => draft)).toBe(true)
})
