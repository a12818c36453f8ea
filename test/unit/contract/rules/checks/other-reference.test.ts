import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { type: 'string', readOnly: true }
const plant = { type: 'object', required: ['id', 'name'], properties: { id, name: { type: 'string' } } }
const rows = {
  type: 'array',
  items: {
    type: 'object',
    required: ['plant_id'],
    properties: { plant_id: { type: 'string' }, count: { type: 'integer', minimum: 1, maximum: 9 } },
  },
}
const bed = { type: 'object', required: ['id'], properties: { id, rows } }
const none = { 404: { description: 'None.' } }
const body = (properties: object) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', properties } } },
})
const inPath = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]

/** Beds with rows of plants. */
const garden = described({
  '/plants': {
    post: {
      operationId: 'addPlant',
      requestBody: body({ name: { type: 'string' } }),
      responses: answers(plant, { status: 201 }),
    },
  },
  '/plants/{id}': {
    parameters: inPath,
    get: { operationId: 'getPlant', responses: { ...answers(plant), ...none } },
    delete: { operationId: 'dropPlant', responses: { 204: { description: 'Gone.' }, ...none } },
  },
  '/beds': {
    get: { operationId: 'listBeds', responses: answers({ type: 'array', items: bed }) },
    post: {
      operationId: 'addBed',
      requestBody: body({ rows }),
      responses: { ...answers(bed, { status: 201 }), 400: { description: 'Wrong.' } },
    },
  },
  '/beds/{id}': {
    parameters: inPath,
    get: { operationId: 'getBed', responses: { ...answers(bed), ...none } },
    patch: {
      operationId: 'changeBed',
      requestBody: body({ rows }),
      responses: { ...answers(bed), ...none, 400: { description: 'Wrong.' } },
    },
  },
})

interface Row {
  readonly plant_id: string
}

async function told(
  planted: (before: readonly Row[], now: readonly Row[]) => readonly Row[],
  isListed = true,
): Promise<readonly string[]> {
  const all = new Map<string, { id: string; rows: readonly Row[] }>()
  const lines = await outcomes(await garden, {
    rules: ['round-trip', 'conformance'],
    answer: ({ method, url }, sent) => {
      const [, kind, name] = new URL(url).pathname.split('/')
      const found = all.get(name ?? '')
      if (name !== undefined && found === undefined) return new Response(null, { status: 404 })
      if (name === undefined && method === 'GET') {
        const beds = [...all.values()].filter(({ rows }) => rows.length > 0)
        const isBroken = beds.some(({ rows }) => rows.some((row) => !all.has(row.plant_id)))
        return isBroken && !isListed ? new Response(null, { status: 500 }) : Response.json(beds)
      }
      if (method === 'DELETE') {
        all.delete(name ?? '')
        return new Response(null, { status: 204 })
      }
      if (method === 'GET') return Response.json(found)
      const { rows = found?.rows ?? [], ...more }: { rows?: readonly Row[] } = JSON.parse(sent)
      if (kind === 'beds' && rows.some((row) => !all.has(row.plant_id)))
        return new Response(null, { status: 400 })
      const one = { name: '', ...more, id: name ?? `g${all.size}`, rows: planted(found?.rows ?? [], rows) }
      all.set(one.id, one)
      return Response.json(one, { status: name === undefined ? 201 : 200 })
    },
  })
  return lines.filter((line) => !line.endsWith(': passed'))
}

test('a bed that takes another plant breaks nothing', async () => {
  expect(await told((_, now) => now)).toEqual([])
})

test('a bed that keeps its first plants is told', async () => {
  const kept = (before: readonly Row[], now: readonly Row[]) =>
    now.map((row, index) => ({ ...row, plant_id: before[index]?.plant_id ?? row.plant_id }))
  expect(await told(kept)).toEqual([
    expect.stringMatching(/changeBed: "rows" as sent, when read again: \[.*"g\d+".*\] \| \[.*"g\d+".*\]$/),
  ])
})

test('a list that fails once a plant in a bed is removed is told', async () => {
  expect(await told((_, now) => now, false)).toEqual([
    expect.stringMatching(/listBeds: a success or a rejection \| status 500$/),
  ])
})

test('an optional reference that no example has is changed, too', async () => {
  const named = { type: 'string', pattern: '^[a-z]{3,9}$' }
  const seat = {
    type: 'object',
    required: ['id'],
    properties: { id, name: named, guest_id: { type: ['string', 'null'] } },
  }
  const { id: _, ...written } = seat.properties
  const seats = await described({
    '/guests': {
      post: { operationId: 'addGuest', requestBody: body({}), responses: answers(plant, { status: 201 }) },
    },
    '/guests/{id}': {
      parameters: inPath,
      get: { operationId: 'getGuest', responses: { ...answers(plant), ...none } },
    },
    '/seats': {
      post: {
        operationId: 'addSeat',
        requestBody: {
          content: {
            'application/json': { ...body(written).content['application/json'], example: { name: 'aisle' } },
          },
        },
        responses: { ...answers(seat, { status: 201 }), 400: { description: 'Wrong.' } },
      },
    },
    '/seats/{id}': {
      parameters: inPath,
      get: { operationId: 'getSeat', responses: { ...answers(seat), ...none } },
      patch: {
        operationId: 'changeSeat',
        requestBody: {
          content: {
            'application/json': { ...body(written).content['application/json'], example: { name: 'aisle' } },
          },
        },
        responses: { ...answers(seat), ...none, 400: { description: 'Wrong.' } },
      },
    },
  })
  const lines = async (isKept: boolean): Promise<readonly string[]> => {
    const all = new Map<string, { readonly [name: string]: unknown }>()
    return outcomes(seats, {
      rules: ['round-trip/stored'],
      answer: ({ method, url }, sent) => {
        const [, , name] = new URL(url).pathname.split('/')
        const found = all.get(name ?? '')
        if (name !== undefined && found === undefined) return new Response(null, { status: 404 })
        if (method === 'GET') return Response.json(found)
        const value = JSON.parse(sent || '{}')
        const isNobody = typeof value.guest_id === 'string' && !all.has(value.guest_id)
        if (isNobody || (value.name !== undefined && !/^[a-z]{3,9}$/.test(value.name)))
          return new Response(null, { status: 400 })
        const first = isKept && typeof found?.['guest_id'] === 'string' ? { guest_id: found['guest_id'] } : {}
        const one = { name: 'aisle', ...found, ...value, ...first, id: name ?? `g${all.size}` }
        all.set(one.id, one)
        return Response.json(one, { status: name === undefined ? 201 : 200 })
      },
    })
  }
  expect(await lines(false)).toContainEqual('round-trip changeSeat: passed')
  expect(await lines(true)).toContainEqual(
    expect.stringMatching(/changeSeat: "guest_id" as sent, when read again: "g\d+" \| "g\d+"$/),
  )
})
