import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const order = { type: 'object', required: ['sheet'], properties: { sheet: { type: 'string', minLength: 1 } } }
const work = {
  type: 'object',
  properties: {
    state: { enum: ['waiting', 'printing', 'done'] },
    progress_percent: { type: 'integer' },
    started_at: { type: ['string', 'null'], format: 'date-time' },
    poster: { type: ['string', 'null'] },
  },
}
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const absent = { 404: { description: 'None.' } }

const press = () =>
  described({
    '/print': {
      post: {
        operationId: 'print',
        requestBody: { required: true, content: { 'application/json': { schema: order } } },
        responses: { 202: { description: 'Later.', headers: { location: { schema: { type: 'string' } } } } },
      },
    },
    '/print-works/{id}': {
      parameters: [id],
      get: { operationId: 'readWork', responses: { ...answers(work), ...absent } },
    },
    '/posters/{id}': {
      parameters: [id],
      get: { operationId: 'readPoster', responses: { ...answers(order), ...absent } },
    },
  })

type Fault = 'lost' | 'falls' | 'forgets' | 'no poster'

const STEPS = [
  { state: 'waiting', progress_percent: 0, started_at: null, poster: null },
  { state: 'printing', progress_percent: 40, started_at: '2024-05-01T08:00:00Z', poster: null },
  { state: 'done', progress_percent: 100, started_at: '2024-05-01T08:00:00Z', poster: '/posters/7' },
]
const FAULTS: Readonly<Partial<Record<Fault, object>>> = {
  falls: { progress_percent: 20 },
  forgets: { started_at: null },
}

/** Each status request completes one more step. */
function printer(fault?: Fault) {
  let looks = 0
  return ({ url, method }: Request): Response => {
    const { pathname } = new URL(url)
    if (method === 'POST') {
      looks = 0
      return new Response(null, { status: 202, headers: { location: '/print-works/1' } })
    }
    if (pathname === '/posters/7' && fault !== 'no poster') return Response.json({ sheet: 'A1' })
    if (pathname !== '/print-works/1' || fault === 'lost') return Response.json({}, { status: 404 })
    const step = STEPS[Math.min(looks++, STEPS.length - 1)]
    return Response.json({ ...step, ...(looks > 2 && fault !== undefined && FAULTS[fault]) })
  }
}

async function findings(fault?: Fault): Promise<readonly string[]> {
  const lines = await outcomes(await press(), { answer: printer(fault), rules: ['jobs'] })
  return lines.filter((line) => !/: not run/.test(line))
}

test.each<readonly [Fault | undefined, RegExp]>([
  [undefined, /^jobs print: passed$/],
  ['lost', /^jobs print: the accepted job at \/print-works\/1 \| status 404/],
  ['falls', /^jobs print: "progress_percent" not to fall below 40 while the job runs \| 20$/],
  ['forgets', /^jobs print: "started_at" to stay "2024.*" once it is set \| null$/],
  ['no poster', /^jobs print: the result of the finished job at "poster", \/posters\/7 \| status 404/],
])('work is watched until it is done (fault: %s)', async (fault, expected) => {
  expect(await findings(fault)).toEqual([expect.stringMatching(expected)])
})

test.each([401, 403, 500])('status %s does not show that a job is missing', async (status) => {
  const answer = (request: Request): Response =>
    request.method === 'POST' ? printer()(request) : Response.json({}, { status })
  const lines = await outcomes(await press(), { answer, rules: ['jobs', 'conformance'] })
  expect(lines).toContainEqual(
    expect.stringContaining(`jobs print: not run, because readWork returned ${status}`),
  )
  expect(lines.filter((line) => line.includes('status 500')).length > 0).toBe(status === 500)
})
