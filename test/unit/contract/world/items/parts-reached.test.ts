import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { type: 'integer', readOnly: true }
const at = (name: string, type = 'integer') => ({ name, in: 'path', required: true, schema: { type } })
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const absent = { 404: { description: 'None.' } }
const event = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id,
    name: { type: 'string', minLength: 1 },
    marks: { type: 'object', additionalProperties: { type: 'string' } },
  },
}
const turn = {
  type: 'object',
  required: ['index', 'start'],
  properties: { index: { type: 'integer', readOnly: true }, start: { type: 'string' } },
}
const created = (status: number) => ({
  operationId: 'addEvent',
  requestBody: {
    required: true,
    content: { 'application/json': { schema: event, example: { name: 'Ball', marks: { hall: 'east' } } } },
  },
  responses: answers(event, { status }),
})

/** Events, with parts that the server numbers, with marks that each have a path, and with a printed plan. */
const hall = (status = 201) =>
  described({
    '/events': { post: created(status) },
    '/events/{event_id}': {
      parameters: [at('event_id')],
      get: { operationId: 'readEvent', responses: { ...answers(event), ...absent } },
    },
    '/events/{event_id}/turns': {
      parameters: [at('event_id')],
      get: { operationId: 'listTurns', responses: { ...answers({ type: 'array', items: turn }), ...absent } },
    },
    '/events/{event_id}/turns/{index}': {
      parameters: [at('event_id'), at('index')],
      put: { operationId: 'moveTurn', requestBody: body(turn), responses: { ...answers(turn), ...absent } },
    },
    '/events/{event_id}/marks/{name}': {
      parameters: [at('event_id'), at('name', 'string')],
      get: { operationId: 'readMark', responses: { ...answers({ type: 'string' }), ...absent } },
    },
    '/events/{event_id}/poster': {
      parameters: [at('event_id')],
      put: {
        operationId: 'hangPoster',
        requestBody: body({ type: 'object' }),
        responses: { 204: { description: 'Done.' }, ...absent },
      },
      get: { operationId: 'readPoster', responses: { ...answers({ type: 'object' }), ...absent } },
      delete: { operationId: 'dropPoster', responses: { 204: { description: 'Done.' }, ...absent } },
    },
    '/events/{event_id}/plan': {
      parameters: [at('event_id')],
      get: {
        operationId: 'readPlan',
        responses: { ...answers({ type: 'string' }), ...absent, 409: { description: 'It is not printed.' } },
      },
    },
  })

/** @param numbers the indexes of the turns of every event. */
async function told(numbers: readonly number[], status = 201): Promise<string[]> {
  const events: {
    id: number
    marks: Record<string, string>
    looks: number
    turns: string[]
    poster?: object
  }[] = []
  const missing = () => Response.json({}, { status: 404 })
  return outcomes(await hall(status), {
    rules: ['conformance/success'],
    answer: ({ method, url }, text) => {
      const [, , name = '', part, key = ''] = new URL(url).pathname.split('/')
      if (method === 'POST') {
        const turns = numbers.map(() => 'noon')
        events.push({ ...JSON.parse(text), id: events.length + 1, looks: 0, turns })
        return Response.json({ ...events.at(-1), looks: undefined, turns: undefined }, { status })
      }
      const own = events[Number(name) - 1]
      if (own === undefined) return missing()
      const { looks, turns, poster: _, ...shown } = own
      const show = (index: number) => ({ index, start: turns[numbers.indexOf(index)] })
      if (part === undefined) return Response.json(shown)
      if (part === 'marks') return own.marks[key] === undefined ? missing() : Response.json(own.marks[key])
      if (part === 'plan') own.looks++
      if (part === 'poster') return ofPoster(method, own)
      if (part === 'plan') return Response.json('', { status: looks > 2 ? 200 : 409 })
      if (key === '') return Response.json(numbers.map(show))
      if (!numbers.includes(Number(key))) return missing()
      turns[numbers.indexOf(Number(key))] = JSON.parse(text).start
      return Response.json(show(Number(key)))
    },
  })
}

/** A poster that only a PUT makes. */
function ofPoster(method: string, event: { poster?: object }): Response {
  if (method === 'PUT') event.poster = {}
  else if (event.poster === undefined) return Response.json({}, { status: 404 })
  if (method === 'GET') return Response.json(event.poster)
  if (method === 'DELETE') delete event.poster
  return new Response(null, { status: 204 })
}

test('a part that only a PUT makes is put before it is read or removed', async () => {
  const lines = await told([0])
  expect(lines).toContain('conformance readPoster: passed')
  expect(lines).toContain('conformance dropPoster: passed')
})

test('a part that the server numbers, and an entry of a map, are those of an item of the run', async () => {
  const lines = await told([0, 1, 2])
  expect(lines).toContain('conformance moveTurn: passed')
  expect(lines).toContain('conformance readMark: passed')
})

test('a part with any other number may belong to somebody else', async () => {
  expect((await told([70, 71])).join()).toMatch(/conformance moveTurn: not run, because/)
})

test('what is not ready yet is asked for again if the create is only accepted', async () => {
  expect(await told([0], 202)).toContain('conformance readPlan: passed')
  expect((await told([0], 201)).join()).toMatch(/conformance readPlan: not run, because/)
})
