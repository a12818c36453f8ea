import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const levels = { type: 'object', additionalProperties: { type: 'number' } }
const gauge = { type: 'object', required: ['id'], properties: { id: { type: 'string', readOnly: true } } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const at = [{ name: 'gauge_id', in: 'path', required: true, schema: { type: 'string' } }]
const absent = { 404: { description: 'None.' } }

/** Gauges that report several levels at once, and a read of the last ones. */
const river = described({
  '/gauges': {
    post: { operationId: 'addGauge', requestBody: body(gauge), responses: answers(gauge, { status: 201 }) },
  },
  '/gauges/{gauge_id}': {
    parameters: at,
    get: { operationId: 'readGauge', responses: { ...answers(gauge), ...absent } },
  },
  '/gauges/{gauge_id}/reports': {
    parameters: at,
    get: {
      operationId: 'listReports',
      responses: {
        ...answers({ type: 'array', items: { type: 'object', properties: { levels } } }),
        ...absent,
      },
    },
    post: {
      operationId: 'report',
      requestBody: body({
        type: 'object',
        required: ['reports'],
        properties: {
          reports: { type: 'array', minItems: 1, items: { type: 'object', properties: { levels } } },
        },
      }),
      responses: { 201: { description: 'Kept.' }, ...absent },
    },
  },
  '/gauges/{gauge_id}/last': {
    parameters: at,
    get: {
      operationId: 'readLast',
      responses: {
        ...answers({ type: 'object', properties: { levels, unit: { type: 'string' } } }),
        ...absent,
      },
    },
  },
})

async function told(last: (levels: [string, number][]) => [string, number][]): Promise<string[]> {
  const gauges = new Map<string, Record<string, number>[]>()
  const lines = await outcomes(await river, {
    rules: ['agreement/views'],
    answer: ({ method, url }, text) => {
      const [, , id = `g${gauges.size}`, part] = new URL(url).pathname.split('/')
      if (part === undefined && method === 'POST') gauges.set(id, [])
      const own = gauges.get(id)
      if (own === undefined) return Response.json({}, { status: 404 })
      if (part === undefined) return Response.json({ id }, { status: method === 'POST' ? 201 : 200 })
      const sent = text === '' ? [] : JSON.parse(text).reports
      own.push(...sent.map((one: { levels?: Record<string, number> }) => one.levels ?? {}))
      if (method === 'POST') return new Response(null, { status: 201 })
      if (part === 'reports') return Response.json(own.map((one) => ({ levels: one })))
      const levels = Object.fromEntries(last(Object.entries(Object.assign({}, ...own))))
      return Response.json({ levels, unit: 'cm' })
    },
  })
  return lines.filter((line) => !/: (?:passed|not run)/.test(line))
}

test('another read of a map shows all entries that were sent together, or none', async () => {
  expect(await told((levels) => levels)).toEqual([])
  expect(await told(() => [])).toEqual([])
  expect(await told(([first]) => (first === undefined ? [] : [first]))).toEqual([
    expect.stringMatching(/^agreement report: "levels" as POST \S+reports returned it: .* from GET \S+last$/),
  ])
})
