import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const meter = {
  type: 'object',
  properties: { id: { type: 'string', readOnly: true }, name: { type: 'string', minLength: 1 } },
}
const json = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const absent = { 404: { description: 'None.' }, 400: { description: 'Wrong.' } }
const named = { name: 'meter_id', in: 'path', required: true, schema: { type: 'string' } }
const reading = { type: 'object', required: ['value'], properties: { value: { type: 'integer' } } }
const document = await described({
  '/meters': {
    post: {
      operationId: 'addMeter',
      requestBody: json({ ...meter, required: ['name'] }),
      responses: { ...answers(meter, { status: 201 }), ...absent },
    },
  },
  '/meters/{meter_id}': {
    parameters: [named],
    get: { operationId: 'readMeter', responses: { ...answers(meter), ...absent } },
  },
  '/meters/{meter_id}/readings': {
    parameters: [named],
    post: {
      operationId: 'addReading',
      requestBody: json(reading),
      responses: { ...answers(reading, { status: 201 }), ...absent },
    },
  },
  '/meters/{meter_id}/mean': {
    parameters: [named],
    get: { operationId: 'readMean', responses: { ...answers({ type: 'object' }), ...absent } },
  },
})

const told = async (empty: number): Promise<readonly string[]> => {
  const meters = new Map<string, number[]>()
  const answer = ({ method, url }: Request, sent: string): Response => {
    const [, , of, below] = new URL(url).pathname.split('/')
    const values = meters.get(of ?? '')
    if (of !== undefined && values === undefined) return Response.json({}, { status: 404 })
    if (below === 'mean') return Response.json({}, { status: values?.length === 0 ? empty : 200 })
    if (below === 'readings') values?.push(JSON.parse(sent).value)
    if (of === undefined) meters.set(`m${meters.size}`, [])
    const id = of ?? `m${meters.size - 1}`
    const isMade = method === 'POST'
    return Response.json(below === undefined ? { id, name: 'A' } : { value: 1 }, {
      status: isMade ? 201 : 200,
    })
  }
  return (await outcomes(document, { answer, rules: ['conformance', 'nesting'] })).filter((line) =>
    line.includes('readMean'),
  )
}

test('what is below an item without parts is read too', async () => {
  expect(await told(200)).toEqual(['conformance readMean: passed'])
  expect((await told(500)).join()).toContain('status 500')
})
