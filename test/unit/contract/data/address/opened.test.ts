import { expect, test } from 'vitest'
import { openedDocument } from '../../../../../runtime/contract/data/address/opened.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string', minLength: 1, maxLength: 30 }
const id = { type: 'string', readOnly: true }
const whole = { type: 'integer', minimum: 1, maximum: 50 }
const within = (schema: object) => ({ type: 'object', required: ['data'], properties: { data: schema } })
const body = (properties: object, required: readonly string[] = []) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required, properties } } },
})
const seed = { type: 'object', properties: { id, name: text, stock: { type: 'integer' } } }
const row = { type: 'object', properties: { id, seedId: text, grams: whole } }
const bed = {
  type: 'object',
  properties: { id, title: text, tags: { type: 'array', items: text }, rows: { type: 'array', items: row } },
}
const sentRow = { type: 'object', required: ['seedId', 'grams'], properties: { seedId: text, grams: whole } }
const written = {
  title: text,
  tags: { type: 'array', maxItems: 3, items: text },
  rows: { type: 'array', maxItems: 3, items: sentRow },
}
const refusals = {
  400: { description: 'Wrong.' },
  404: { description: 'None.' },
  409: { description: 'No.' },
}
const named = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const shown = (schema: object, status = 200) => ({ ...answers(within(schema), { status }), ...refusals })
const listed = (schema: object) =>
  answers({ type: 'object', properties: { data: { type: 'array', items: schema } } })

const garden = () =>
  described({
    '/seeds': {
      get: { operationId: 'listSeeds', responses: listed(seed) },
      post: {
        operationId: 'buySeed',
        requestBody: body({ name: text }, ['name']),
        responses: shown(seed, 201),
      },
    },
    '/seeds/{seedId}': {
      parameters: [named('seedId')],
      get: { operationId: 'readSeed', responses: shown(seed) },
    },
    '/beds': {
      get: { operationId: 'listBeds', responses: listed(bed) },
      post: {
        operationId: 'makeBed',
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: body(written),
        responses: shown(bed, 201),
      },
    },
    '/beds/{bedId}': {
      parameters: [named('bedId')],
      get: { operationId: 'readBed', responses: shown(bed) },
      patch: { operationId: 'changeBed', requestBody: body(written), responses: shown(bed) },
      delete: { operationId: 'dropBed', responses: { 204: { description: 'Gone.' }, ...refusals } },
    },
    '/beds/{bedId}/rows/{rowId}': {
      parameters: [named('bedId'), named('rowId')],
      patch: {
        operationId: 'changeRow',
        requestBody: body({ grams: whole }, ['grams']),
        responses: shown(bed),
      },
    },
    '/beds/{bedId}/water': {
      parameters: [named('bedId')],
      post: { operationId: 'water', responses: shown(bed) },
    },
    '/beds/{bedId}/harvests': {
      parameters: [named('bedId')],
      get: { operationId: 'listHarvests', responses: { ...listed(seed), ...refusals } },
      post: {
        operationId: 'harvest',
        requestBody: body({ name: text }, ['name']),
        responses: shown({ type: 'object', properties: { id, name: text } }, 201),
      },
    },
  })

type Fault = 'keeps the last tag' | 'title lost' | 'any row' | 'key of another body'

interface Row {
  readonly id: string
  readonly seedId: string
  grams: number
}

interface Bed {
  readonly id: string
  title: string
  tags: string[]
  rows: Row[]
  watered: boolean
}

function plot(fault?: Fault) {
  const seeds = new Map<string, { id: string; name: string; stock: number }>()
  const beds = new Map<string, Bed>()
  const keys = new Map<string, { sent: string; answer: object }>()
  const reached = new Set<string>()
  let last = 0
  const refuse = (status: number) => Response.json({ error: 'no' }, { status })
  const data = (value: object, status = 200) => Response.json({ data: value }, { status })
  const look = ({ watered: _, ...bed }: Bed) => bed
  const rowsOf = (rows: readonly Omit<Row, 'id'>[] = []): Row[] =>
    rows.map((one) => ({ ...one, id: `r${++last}` }))
  const isKnown = ({ rows = [] }: { rows?: readonly Row[] }) => rows.every((one) => seeds.has(one.seedId))
  const makeBed = (request: Request, sent: string): Response => {
    const key = request.headers.get('idempotency-key') ?? ''
    const known = keys.get(key)
    if (known !== undefined && known.sent !== sent && fault !== 'key of another body') return refuse(409)
    if (known !== undefined) return data(known.answer, 201)
    const { title = 'bed', tags = [], rows, ...others } = JSON.parse(sent)
    if (Object.keys(others).length > 0 || !isKnown({ rows })) return refuse(400)
    const made = { id: `b${++last}`, title, tags, rows: rowsOf(rows), watered: false }
    beds.set(made.id, made)
    if (key !== '') keys.set(key, { sent, answer: look(made) })
    return data(look(made), 201)
  }
  const changeBed = (bed: Bed, sent: string): Response => {
    const { title = bed.title, tags = bed.tags, rows } = JSON.parse(sent)
    if (!isKnown({ rows })) return refuse(400)
    const wanted = { ...bed, title, tags, ...(rows && { rows: rowsOf(rows) }) }
    if (fault === 'keeps the last tag' && tags.length === 0) beds.set(bed.id, { ...wanted, tags: bed.tags })
    else beds.set(bed.id, wanted)
    return data(look(fault === 'title lost' ? { ...wanted, title: bed.title } : wanted))
  }
  const below = (
    request: Request,
    bed: Bed,
    { part, name, sent }: { part: string; name: string; sent: string },
  ) => {
    if (part === 'water') {
      bed.watered = true
      return data(look(bed))
    }
    if (part === 'harvests') {
      if (request.method === 'GET') return Response.json({ data: [] })
      if (!bed.watered) return refuse(409)
      reached.add('harvest')
      return data({ id: `h${++last}`, ...JSON.parse(sent) }, 201)
    }
    const found = bed.rows.find((one) => one.id === name)
    if (found === undefined) return fault === 'any row' ? data(look(bed)) : refuse(404)
    found.grams = JSON.parse(sent).grams
    reached.add('changeRow')
    return data(look(bed))
  }
  const answer = (request: Request, sent: string): Response => {
    const [, collection, own = '', part = '', name = ''] = new URL(request.url).pathname.split('/')
    const { method } = request
    if (collection === 'seeds') {
      if (own === '' && method === 'GET') return Response.json({ data: [...seeds.values()] })
      const made = { id: `s${++last}`, name: 'seed', stock: 1, ...(sent && JSON.parse(sent)) }
      if (own === '') seeds.set(made.id, made)
      const found = own === '' ? made : seeds.get(own)
      return found === undefined ? refuse(404) : data(found, own === '' ? 201 : 200)
    }
    if (own === '') {
      if (method === 'GET') return Response.json({ data: [...beds.values()].map(look) })
      return makeBed(request, sent)
    }
    const bed = beds.get(own)
    if (bed === undefined) return refuse(404)
    if (part !== '') return below(request, bed, { part, name, sent })
    if (method === 'GET') return data(look(bed))
    if (method === 'PATCH') return changeBed(bed, sent)
    beds.delete(own)
    return new Response(null, { status: 204 })
  }
  return { answer, reached }
}

async function verdicts(rules: readonly string[], fault?: Fault) {
  const { answer, reached } = plot(fault)
  const lines = await outcomes(await garden(), { answer, rules: [...rules] })
  return { broken: lines.filter((line) => !/: (passed|not run)/.test(line)), reached }
}

test('items in envelopes are compared with what was sent, which has none', async () => {
  const rules = ['lifecycle', 'round-trip']
  expect((await verdicts(rules)).broken).toEqual([])
  expect((await verdicts(rules, 'title lost')).broken.join()).toContain('lifecycle changeBed')
  expect((await verdicts(rules, 'key of another body')).broken.join()).toContain('lifecycle makeBed')
  expect((await verdicts(rules, 'keeps the last tag')).broken.join()).toContain('round-trip changeBed')
})

test('lines of items name what the run made, and are named by their items', async () => {
  const { broken, reached } = await verdicts(['conformance', 'unknown-id'])
  expect(broken).toEqual([])
  expect([...reached].toSorted()).toEqual(['changeRow', 'harvest'])
  expect((await verdicts(['unknown-id'], 'any row')).broken.join()).toContain('unknown-id changeRow')
})

test.each(['200', '2XX', 'default'])('an item in its envelope is opened in the response %s', async (key) => {
  const responses = { [key]: answers(within(seed))[200], 404: { description: 'None.' } }
  const document = await described({
    '/seeds': { post: { operationId: 'buySeed', requestBody: body({ name: text }), responses } },
    '/seeds/{seedId}': { parameters: [named('seedId')], get: { operationId: 'readSeed', responses } },
  })
  for (const operation of openedDocument(document).operations)
    expect(operation.responses[key]?.content?.['application/json']).toMatchObject({
      schema: { properties: { name: text } },
      enclosed: { path: ['data'] },
    })
})
