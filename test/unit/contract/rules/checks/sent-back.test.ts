import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string', minLength: 1, maxLength: 20 }
const properties = {
  id: { type: 'string', readOnly: true },
  label: text,
  aisle: text,
  madeAt: { type: 'string', format: 'date-time', readOnly: true },
}
const rack = { type: 'object', required: ['id', 'label', 'aisle', 'madeAt'], properties }
const id = { name: 'rackId', in: 'path', required: true, schema: { type: 'string' } }
const problems = Object.fromEntries([400, 404, 409].map((status) => [status, { description: 'No.' }]))
const requestBody = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })

/** Racks that a PUT replaces, and that a PATCH changes. */
const store = described({
  '/racks': {
    get: { operationId: 'listRacks', responses: answers({ type: 'array', items: rack }) },
    post: {
      operationId: 'makeRack',
      requestBody: requestBody({ ...rack, required: ['label', 'aisle'] }),
      responses: { ...answers(rack, { status: 201 }), ...problems },
    },
  },
  '/racks/{rackId}': {
    parameters: [id],
    get: { operationId: 'readRack', responses: { ...answers(rack), ...problems } },
    put: {
      operationId: 'replaceRack',
      requestBody: requestBody(rack),
      responses: { ...answers(rack), ...problems },
    },
    patch: {
      operationId: 'changeRack',
      requestBody: requestBody({
        type: 'object',
        properties: { label: text, aisle: text, password: { ...text, writeOnly: true } },
      }),
      responses: { ...answers(rack), ...problems },
    },
  },
})

interface Rack {
  readonly id: string
  readonly label: string
  readonly aisle: string
  readonly madeAt: string
  readonly password?: string
}

/** @param refuse The status for a write to a rack; absent: it is done. */
async function told(
  refuse: (method: string, was: Rack, body: Partial<Rack>) => number | undefined = () => undefined,
  effect: Partial<Rack> = {},
  effectOfNothing: Partial<Rack> = {},
): Promise<string[]> {
  const racks = new Map<string, Rack>()
  const keep = (one: Rack): Rack => {
    racks.set(one.id, one)
    return one
  }
  const lines = await outcomes(await store, {
    rules: ['lifecycle'],
    answer: ({ method, url }, sent) => {
      const [, , name = ''] = new URL(url).pathname.split('/')
      const body: Partial<Rack> = sent === '' ? {} : JSON.parse(sent)
      if (name === '' && method === 'GET') return Response.json([...racks.values()])
      if (name === '') {
        const made = {
          id: `rack-${racks.size}`,
          label: '',
          aisle: '',
          ...body,
          madeAt: '2026-01-01T00:00:00Z',
        }
        return Response.json(keep({ ...made, id: `rack-${racks.size}` }), { status: 201 })
      }
      const was = racks.get(name)
      if (was === undefined) return Response.json({}, { status: 404 })
      if (method === 'GET') return Response.json(was)
      const status = refuse(method, was, body)
      if (status !== undefined) return Response.json({}, { status })
      const { password, ...now } = body
      const isNothing = method === 'PATCH' && Object.keys(body).length === 0
      const besides = isNothing ? effectOfNothing : password === undefined ? {} : effect
      return Response.json(keep({ ...was, ...now, ...besides, id: name, madeAt: was.madeAt }))
    },
  })
  return lines.filter((line) => !line.endsWith(': passed'))
}

test('a server that keeps what is sent back breaks nothing, and neither does one that refuses read-only properties', async () => {
  expect(await told()).toEqual([])
  expect(await told((_, __, body) => (body.id === undefined ? undefined : 400))).toEqual([])
})

test('a rack whose replacement conflicts with its own id is reported', async () => {
  expect(await told((_, __, body) => (body.id === undefined ? undefined : 409))).toEqual([
    expect.stringContaining(
      'lifecycle replaceRack: success for the values that were just read from the item |',
    ),
  ])
})

test.each([
  [
    'changes nothing',
    (was: Rack, { label = was.label, aisle = was.aisle }: Partial<Rack>) =>
      label === was.label && aisle === was.aisle,
  ],
  [
    'names one property',
    (_: Rack, body: Partial<Rack>) => body.aisle !== undefined && body.label === undefined,
  ],
])('a rack that is not found when a change %s is reported', async (_, isLost) => {
  const lines = await told((method, was, body) => (method === 'PATCH' && isLost(was, body) ? 404 : undefined))
  expect(lines).toEqual([
    expect.stringMatching(
      /^lifecycle changeRack: success for a valid change of an item that a read shows \| status 404/,
    ),
  ])
})

test('a change of a secret must keep the other properties', async () => {
  expect(await told(undefined, { aisle: 'A' })).toEqual([
    expect.stringMatching(
      /^lifecycle changeRack: "aisle" to stay "\S+" after a change to only "password" \| "A"$/,
    ),
  ])
})

test('a change of nothing must keep all properties, even if they are sent back next', async () => {
  expect(await told(undefined, {}, { aisle: 'A' })).toEqual([
    expect.stringMatching(/^lifecycle changeRack: .*"aisle".* \| "A"$/),
  ])
})
