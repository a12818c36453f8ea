import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string', minLength: 1 }
const time = { type: 'string', format: 'date-time' }
const number = { type: 'integer', readOnly: true }
const boat = {
  type: 'object',
  required: ['name'],
  properties: { id: number, name: text, seats_left: number, reads_left: number },
}
const trip = {
  type: 'object',
  required: ['title', 'start'],
  properties: { id: number, title: text, start: time },
}
const start = '2031-03-03T09:00:00Z'
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })
const absent = { 404: { description: 'None.' } }
const sent = (schema: object, example: object) => ({
  required: true,
  content: { 'application/json': { schema, example } },
})
const gone = { 204: { description: 'Gone.' }, ...absent }
const list = (schema: object) => ({ ...answers({ type: 'array', items: schema }), ...absent })

const boats = () =>
  described({
    '/boats': {
      get: { operationId: 'listBoats', responses: list(boat) },
      post: {
        operationId: 'addBoat',
        requestBody: sent(boat, { name: 'Ella' }),
        responses: answers(boat, { status: 201 }),
      },
    },
    '/boats/{boat}': {
      parameters: [id('boat')],
      get: { operationId: 'readBoat', responses: { ...answers(boat), ...absent } },
      delete: { operationId: 'dropBoat', responses: gone },
    },
    '/boats/{boat}/hours': {
      parameters: [id('boat')],
      get: {
        operationId: 'listHours',
        parameters: [
          { name: 'from', in: 'query', required: true, schema: time, example: '2030-01-01T00:00:00Z' },
        ],
        responses: list({ type: 'object', properties: { start: time } }),
      },
    },
    '/boats/{boat}/events': {
      parameters: [id('boat')],
      get: { operationId: 'listEvents', responses: list({ type: 'object', properties: { what: text } }) },
    },
    '/boats/{boat}/trips': {
      parameters: [id('boat')],
      get: { operationId: 'listTrips', responses: list(trip) },
      post: {
        operationId: 'bookTrip',
        requestBody: sent(trip, { title: 'Sunrise', start }),
        responses: { ...answers(trip, { status: 201 }), ...absent },
      },
    },
    '/boats/{boat}/trips/{trip}': {
      parameters: [id('boat'), id('trip')],
      get: { operationId: 'readTrip', responses: { ...answers(trip), ...absent } },
      delete: { operationId: 'dropTrip', responses: gone },
    },
    '/boats/{boat}/trips/{trip}/cancel': {
      parameters: [id('boat'), id('trip')],
      post: { operationId: 'cancelTrip', responses: { ...answers(trip), ...absent } },
    },
  })

interface Trip {
  readonly id: number
  readonly title: string
  readonly start: string
}

interface Boat {
  readonly name: string
  readonly trips: Map<number, Trip>
  readonly cancelled: Set<number>
  /** Hours that stay taken. */
  readonly kept: Set<string>
  seats: number
  reads: number
  events: string[]
}

type Fault = 'hours stay taken' | 'seats stay taken' | 'cancelled hours stay taken'

/** Returns boats of which each hour can be booked once. */
function service(fault?: Fault): (request: Request, body: string) => Response {
  const all = new Map<number, Boat>()
  let last = 0
  const none = () => new Response(null, { status: 404 })
  const hoursOf = ({ trips, cancelled, kept }: Boat, from: string) => {
    const taken = [...trips.values()].filter(({ id: own }) => !cancelled.has(own)).map((one) => one.start)
    return [start, '2031-03-03T10:00:00Z', '2031-03-04T09:00:00Z']
      .filter((hour) => hour >= from && ![...taken, ...kept].includes(hour))
      .map((hour) => ({ start: hour }))
  }
  return ({ method, url }, body) => {
    const { pathname, searchParams } = new URL(url)
    const [, , boatId, part, tripId, action] = pathname.split('/')
    const show = (own: number, one: Boat) => {
      one.reads -= 1
      return { id: own, name: one.name, seats_left: one.seats, reads_left: one.reads }
    }
    if (boatId === undefined) {
      if (method === 'GET') return Response.json([...all].map(([own, one]) => show(own, one)))
      const made: Boat = {
        ...{ name: JSON.parse(body).name, trips: new Map(), cancelled: new Set(), kept: new Set() },
        ...{ seats: 5, reads: 900, events: ['made', 'painted'] },
      }
      all.set(++last, made)
      return Response.json(show(last, made), { status: 201 })
    }
    const own = all.get(Number(boatId))
    if (own === undefined) return none()
    if (part === undefined) {
      if (method === 'GET') return Response.json(show(Number(boatId), own))
      all.delete(Number(boatId))
      return new Response(null, { status: 204 })
    }
    if (part === 'hours') return Response.json(hoursOf(own, searchParams.get('from') ?? ''))
    if (part === 'events') return Response.json(own.events.slice(-2).map((what) => ({ what })))
    if (tripId === undefined) {
      if (method === 'GET') return Response.json([...own.trips.values()])
      const made: Trip = { ...JSON.parse(body), id: ++last }
      own.trips.set(made.id, made)
      own.seats -= 1
      own.events.push(`booked ${made.id}`)
      return Response.json(made, { status: 201 })
    }
    const found = own.trips.get(Number(tripId))
    if (found === undefined) return none()
    if (method === 'GET') return Response.json(found)
    const isNew = !own.cancelled.has(found.id)
    if (isNew && fault !== 'seats stay taken') own.seats += 1
    if (action === 'cancel') {
      own.cancelled.add(found.id)
      if (fault === 'cancelled hours stay taken') own.kept.add(found.start)
      return Response.json(found)
    }
    own.trips.delete(found.id)
    own.events.push(`dropped ${found.id}`)
    if (fault === 'hours stay taken') own.kept.add(found.start)
    return new Response(null, { status: 204 })
  }
}

const told = async (fault?: Fault): Promise<readonly string[]> => {
  const lines = await outcomes(await boats(), { answer: service(fault), rules: ['isolation'] })
  return lines.filter((line) => !line.endsWith(': passed'))
}

test('what a booking takes and its deletion or cancellation gives back breaks nothing', async () => {
  expect(await told()).toEqual([])
})

test('a slot that stays taken after a deletion is told', async () => {
  expect(await told('hours stay taken')).toEqual([
    'isolation dropTrip: GET /boats/{boat}/hours to show {"start":"2031-03-03T09:00:00Z"} as before POST /boats/{boat}/trips: 1 | 0',
  ])
})

test('a slot that stays taken after a cancellation is told', async () => {
  expect(await told('cancelled hours stay taken')).toEqual([
    expect.stringMatching(/^isolation cancelTrip: GET \/boats\/\{boat\}\/hours to show .* \| 0$/),
  ])
})

test('a number of what is left that does not rise again is told', async () => {
  const lines = await told('seats stay taken')
  expect(lines).toEqual([
    expect.stringMatching(
      /^isolation dropTrip: .*seats_left as before POST \/boats\/\{boat\}\/trips: 5 \| 4$/,
    ),
    expect.stringMatching(/^isolation cancelTrip: .*seats_left as before .*: 5 \| 4$/),
  ])
})
