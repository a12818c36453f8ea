import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { type: 'integer', readOnly: true }
const text = { type: 'string', minLength: 1 }
const number = { type: 'number', readOnly: true }
const box = {
  type: 'object',
  required: ['name'],
  properties: { id, name: text, weight: number, capacity: number },
}
const weight = { type: 'number', minimum: 1, maximum: 90 }
const parcel = { type: 'object', required: ['weight'], properties: { id, weight } }
const absent = { 404: { description: 'None.' } }
const gone = { 204: { description: 'Gone.' }, ...absent }
const sent = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const named = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })
const boxes = described({
  '/boxes': {
    get: { operationId: 'listBoxes', responses: answers({ type: 'array', items: box }) },
    post: { operationId: 'addBox', requestBody: sent(box), responses: answers(box, { status: 201 }) },
  },
  '/boxes/{box}': {
    parameters: [named('box')],
    get: { operationId: 'readBox', responses: { ...answers(box), ...absent } },
    delete: { operationId: 'dropBox', responses: gone },
  },
  '/boxes/{box}/parcels': {
    parameters: [named('box')],
    get: {
      operationId: 'listParcels',
      responses: { ...answers({ type: 'array', items: parcel }), ...absent },
    },
    post: {
      operationId: 'addParcel',
      requestBody: sent(parcel),
      responses: { ...answers(parcel, { status: 201 }), ...absent },
    },
  },
  '/boxes/{box}/parcels/{parcel}': {
    parameters: [named('box'), named('parcel')],
    get: { operationId: 'readParcel', responses: { ...answers(parcel), ...absent } },
    patch: {
      operationId: 'changeParcel',
      requestBody: sent({ type: 'object', properties: { weight } }),
      responses: { ...answers(parcel), ...absent },
    },
    delete: { operationId: 'dropParcel', responses: gone },
  },
})

interface Box {
  readonly name: string
  readonly parcels: Map<number, number>
  weight: number
}

/** @param stale The method after which a box's weight is not computed again. */
const told = async (stale?: string): Promise<string[]> => {
  const all = new Map<number, Box>()
  let last = 0
  const lines = await outcomes(await boxes, {
    rules: ['isolation'],
    answer: ({ method, url }, body) => {
      const [, , name = '', part, own = ''] = new URL(url).pathname.split('/')
      const show = (at: number) => ({
        id: at,
        name: all.get(at)?.name,
        weight: all.get(at)?.weight,
        capacity: 50,
      })
      if (name === '' && method === 'GET') return Response.json([...all.keys()].map(show))
      if (name === '') {
        all.set(++last, { name: JSON.parse(body).name, parcels: new Map(), weight: 0 })
        return Response.json(show(last), { status: 201 })
      }
      const found = all.get(Number(name))
      if (found === undefined) return Response.json({}, { status: 404 })
      const compute = (): void => {
        if (method !== stale) found.weight = [...found.parcels.values()].reduce((sum, one) => sum + one, 0)
      }
      const shown = (at: number) => ({ id: at, weight: found.parcels.get(at) })
      if (part === undefined) {
        if (method === 'GET') return Response.json(show(Number(name)))
        all.delete(Number(name))
        return new Response(null, { status: 204 })
      }
      if (own === '' && method === 'GET') return Response.json([...found.parcels.keys()].map(shown))
      const at = own === '' ? ++last : Number(own)
      if (own !== '' && !found.parcels.has(at)) return Response.json({}, { status: 404 })
      if (method === 'GET') return Response.json(shown(at))
      if (method === 'DELETE') found.parcels.delete(at)
      else found.parcels.set(at, JSON.parse(body).weight ?? found.parcels.get(at))
      compute()
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return Response.json(shown(at), { status: own === '' ? 201 : 200 })
    },
  })
  return lines.filter((line) => /Parcel/.test(line))
}

test('a sum that follows each write breaks nothing', async () => {
  expect(await told()).toEqual([
    'isolation addParcel: passed',
    'isolation dropParcel: passed',
    'isolation changeParcel: passed',
  ])
})

test.each([
  ['PATCH', 'changeParcel'],
  ['DELETE', 'dropParcel'],
])('a sum that does not follow %s is told', async (method, operation) => {
  expect((await told(method)).filter((line) => !line.endsWith('passed'))).toContainEqual(
    expect.stringMatching(
      new RegExp(
        `^isolation ${operation}: "weight" to change from .* because it was the sum of "weight" in GET /boxes/{box}/parcels`,
      ),
    ),
  )
})
