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
const paths = {
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
}
const document = await described(paths)

test('a list that is rejected only while it is empty is told', async () => {
  const entry = {
    ...reading,
    required: ['id', 'value'],
    properties: { ...reading.properties, id: { type: 'string', readOnly: true } },
  }
  const list = {
    operationId: 'listReadings',
    responses: { ...answers({ type: 'array', items: entry }), ...absent },
  }
  const add = {
    operationId: 'addReading',
    requestBody: json(reading),
    responses: { ...answers(entry, { status: 201 }), ...absent },
  }
  const withList = await described({
    ...paths,
    '/meters/{meter_id}/readings': { parameters: [named], get: list, post: add },
    '/meters/{meter_id}/readings/{reading_id}': {
      parameters: [named, { ...named, name: 'reading_id' }],
      get: { operationId: 'readReading', responses: { ...answers(entry), ...absent } },
    },
  })
  const of = async (empty: number, filled = 200): Promise<string> => {
    const meters = new Map<string, number[]>()
    const answer = ({ method, url }: Request, sent: string): Response => {
      const [, , id = `m${meters.size}`, below, number] = new URL(url).pathname.split('/')
      if (method === 'POST' && below === undefined) meters.set(id, [])
      const values = meters.get(id)
      if (values === undefined) return Response.json({}, { status: 404 })
      if (below === undefined)
        return Response.json({ id, name: 'A' }, { status: method === 'POST' ? 201 : 200 })
      const value = values[Number(number?.slice(1))]
      if (number !== undefined)
        return value === undefined ? Response.json({}, { status: 404 }) : Response.json({ id: number, value })
      if (method === 'GET')
        return Response.json(
          values.map((value, index) => ({ id: `r${index}`, value })),
          { status: values.length > 0 ? filled : empty },
        )
      values.push(JSON.parse(sent).value)
      return Response.json({ id: `r${values.length - 1}`, value: values.at(-1) }, { status: 201 })
    }
    return (await outcomes(withList, { answer, rules: ['conformance'] }))
      .filter((line) => line.includes('listReadings'))
      .join()
  }
  expect(await of(200)).toBe('conformance listReadings: passed')
  expect(await of(400)).toContain('success before addReading, as after it | status 400')
  // A server may know no list of nothing, or reject a list for another reason.
  expect(await of(404)).toBe('conformance listReadings: passed')
  expect(await of(400, 400)).not.toContain('addReading')
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
