import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const trip = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string', readOnly: true }, name: { type: 'string', minLength: 1 } },
}
const grade = {
  type: 'object',
  required: ['points'],
  properties: { points: { type: 'integer', minimum: 0, maximum: 10 } },
}
const label = { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 40 } } }
const id = { name: 'tripId', in: 'path', required: true, schema: { type: 'string' } }
const name = {
  name: 'name',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' },
}
const problems = Object.fromEntries([400, 404].map((status) => [status, { description: 'No.' }]))
const requestBody = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const put = (operationId: string, schema: object) => ({
  operationId,
  requestBody: requestBody(schema),
  responses: { ...answers(schema), ...answers(schema, { status: 201 }), ...problems },
})

/** Trips, each with one grade and with labels that clients name. */
const agency = described({
  '/trips': {
    get: { operationId: 'listTrips', responses: answers({ type: 'array', items: trip }) },
    post: {
      operationId: 'planTrip',
      requestBody: requestBody(trip),
      responses: { ...answers(trip, { status: 201 }), ...problems },
    },
  },
  '/trips/{tripId}': {
    parameters: [id],
    get: { operationId: 'readTrip', responses: { ...answers(trip), ...problems } },
  },
  '/trips/{tripId}/grade': { parameters: [id], put: put('gradeTrip', grade) },
  '/trips/{tripId}/labels': {
    parameters: [id],
    get: {
      operationId: 'listLabels',
      responses: { ...answers({ type: 'array', items: label }), ...problems },
    },
  },
  '/trips/{tripId}/labels/{name}': {
    parameters: [id, name],
    get: { operationId: 'readLabel', responses: { ...answers(label), ...problems } },
    put: put('putLabel', label),
  },
})

interface Sent {
  readonly points?: unknown
  readonly name?: string
}

/** @returns what is reported of each operation that puts a part of a trip. */
async function told(isGrade: (points: number) => boolean, rules: string[], { createdOnly = false } = {}) {
  const trips = new Map<string, object>()
  const parts = new Map<string, object>()
  const lines = await outcomes(await agency, {
    rules,
    answer: ({ method, url }, text) => {
      const { pathname } = new URL(url)
      const [, , trip = '', part = '', label = ''] = pathname.split('/').map(decodeURIComponent)
      let sent: Sent = {}
      try {
        sent = text === '' ? {} : JSON.parse(text)
      } catch {
        return Response.json({}, { status: 400 })
      }
      if (trip === '' && method === 'GET') return Response.json([...trips.values()])
      if (trip === '') {
        if (typeof sent?.name !== 'string') return Response.json({}, { status: 400 })
        const made = { id: `Trip_${trips.size}`, name: sent.name }
        trips.set(made.id, made)
        return Response.json(made, { status: 201 })
      }
      if (!trips.has(trip)) return Response.json({}, { status: 404 })
      if (part === '') return Response.json(trips.get(trip))
      if (part === 'labels' && label === '') return Response.json([])
      const kept = parts.get(pathname)
      if (method === 'GET') return Response.json(kept ?? {}, { status: kept === undefined ? 404 : 200 })
      if (createdOnly && label !== '' && kept !== undefined) return Response.json({}, { status: 452 })
      const { points } = sent ?? {}
      const isRight = typeof points === 'number' && Number.isInteger(points) && isGrade(points)
      if (part === 'grade' && !isRight) return Response.json({}, { status: 400 })
      parts.set(pathname, sent)
      return Response.json(sent, { status: kept === undefined ? 201 : 200 })
    },
  })
  const of = (id: string): string[] => lines.filter((line) => line.startsWith(`${rules[0]} ${id}: `))
  return { lines: of('gradeTrip'), labels: of('putLabel') }
}

test('a part of an item whose limits are accepted breaks nothing', async () => {
  const { lines } = await told((points) => points >= 0 && points <= 10, ['valid-values'])
  expect(lines).toEqual(['valid-values gradeTrip: passed'])
})

test('a stricter limit that the document does not state is not judged', async () => {
  const { lines } = await told((points) => points >= 3 && points <= 7, ['valid-values'])
  expect(lines).toEqual(['valid-values gradeTrip: passed'])
})

test.each([
  ['least', (points: number) => points > 0 && points <= 10, '"points" to accept 0, which "minimum" allows'],
  [
    'greatest',
    (points: number) => points >= 0 && points < 10,
    '"points" to accept 10, which "maximum" allows',
  ],
])('a part of an item that does not accept the %s value is reported', async (_, isGrade, expected) => {
  const { lines } = await told(isGrade, ['valid-values'])
  expect(lines).toEqual([expect.stringContaining(expected)])
})

test('a label is replaced, and one that can only be created is reported', async () => {
  expect((await told(() => true, ['lifecycle'])).labels).toEqual(['lifecycle putLabel: passed'])
  const { labels } = await told(() => true, ['lifecycle'], { createdOnly: true })
  expect(labels).toEqual([expect.stringMatching(/^lifecycle putLabel: [^|]+ \| .*452/)])
})
