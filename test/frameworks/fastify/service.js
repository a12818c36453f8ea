/**
 * Sensor readings, served by Fastify: an API key in the query, PATCH, cursor pagination, CSV, in memory.
 * FAULT selects one way in which the service breaks its document; see faults.json. It listens on a free port
 * and prints its URL.
 */
import swagger from '@fastify/swagger'
import fastify from 'fastify'

const FAULT = process.env.FAULT ?? ''
const TENANTS = new Map([
  ['ada-key', 'ada'],
  ['eve-key', 'eve'],
])
const sensors = new Map()
const readings = new Map()
let lastId = 0

const app = fastify({
  ajv: {
    customOptions: {
      coerceTypes: FAULT === 'types-coerced',
      removeAdditional: false,
      useDefaults: FAULT !== 'defaults-ignored',
    },
  },
  // Numbers in the path and the query are strings: they are validated as such and parsed by hand.
  routerOptions: { maxParamLength: 300 },
})

await app.register(swagger, {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Sensors', version: '1.0.0', description: 'Each key sees its own sensors alone.' },
    components: { securitySchemes: { apiKey: { type: 'apiKey', name: 'api_key', in: 'query' } } },
    security: [{ apiKey: [] }],
  },
})

const unit = { type: 'string', enum: ['celsius', 'pascal', 'lux'] }
const members = {
  name: { type: 'string', minLength: 1, maxLength: 60 },
  unit,
  note: { type: ['string', 'null'], maxLength: 600 },
  tags: { type: 'array', maxItems: 6, items: { type: 'string', minLength: 1, maxLength: 12 } },
  active: { type: 'boolean' },
}
const newSensor = {
  type: 'object',
  required: ['name', 'unit'],
  properties: {
    ...members,
    note: { ...members.note, default: null },
    tags: { ...members.tags, default: [] },
    active: { ...members.active, default: true },
  },
}
const sensor = {
  type: 'object',
  required: ['id', 'name', 'unit', 'note', 'tags', 'active', 'created_at'],
  properties: { id: { type: 'integer' }, ...members, created_at: { type: 'string', format: 'date-time' } },
}
const newReading = {
  type: 'object',
  required: ['value', 'taken_at'],
  properties: {
    value: { type: 'number', minimum: -1000, maximum: 1000 },
    taken_at: { type: 'string', format: 'date-time' },
  },
}
const reading = {
  type: 'object',
  required: ['id', 'value', 'taken_at'],
  properties: { id: { type: 'integer' }, ...newReading.properties },
}
const error = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' } },
}
const pageOf = (items) => ({
  type: 'object',
  required: ['items', 'next'],
  properties: { items: { type: 'array', items }, next: { type: ['string', 'null'] } },
})
const problem = (description) => ({ description, ...error })
const unauthorized = { 401: problem('The key is missing or unknown.') }
const invalid = { 400: problem('The request is not valid.') }
const mediaType = { 413: problem('The body is too large.'), 415: problem('The body is not JSON.') }
const missing = { 404: problem('There is no such item.') }
const gone = { 204: { description: 'Deleted.', type: 'null' } }
const number = { type: 'string', pattern: '^[1-9][0-9]{0,14}$' }
const page = {
  limit: { type: 'string', pattern: '^([1-9][0-9]?|100)$', default: '20' },
  cursor: { type: 'string', pattern: '^[0-9]{1,15}$' },
}

class Refusal extends Error {
  constructor(statusCode, message) {
    super(message)
    this.statusCode = statusCode
  }
}

app.addHook('onRequest', async (request) => {
  if (request.url.startsWith('/openapi.json') || request.is404) return
  const key = String(request.query.api_key ?? '')
  const known = FAULT === 'key-in-any-case' ? key.toLowerCase() : key
  request.tenant = TENANTS.get(known)
  if (request.tenant === undefined) throw new Refusal(401, 'The key is missing or unknown.')
})

function sensorOf({ tenant, params }) {
  const found = sensors.get(Number(params.sensorId))
  if (found?.tenant !== tenant) throw new Refusal(404, 'There is no such sensor.')
  return found
}

function readingOf(request) {
  const found = readings.get(Number(request.params.readingId))
  const parent = FAULT === 'foreign-sensor-ignored' && found ? sensors.get(found.sensor) : sensorOf(request)
  if (found === undefined || parent?.tenant !== request.tenant || found.sensor !== parent.id)
    throw new Refusal(404, 'There is no such reading.')
  return found
}

/** Returns a page after the id in the cursor. */
function cut(items, { query: { limit = '20', cursor = '0' } }, matches = () => true) {
  const after = items.filter(({ id }) => id > Number(cursor))
  const rest = FAULT === 'filter-after-page' ? after : after.filter(matches)
  const part = rest.slice(0, Number(limit))
  return { items: part.filter(matches), next: rest.length > part.length ? String(part.at(-1).id) : null }
}

const params = { type: 'object', required: ['sensorId'], properties: { sensorId: number } }
const itemParams = {
  type: 'object',
  required: ['sensorId', 'readingId'],
  properties: { sensorId: number, readingId: number },
}
const querystring = { type: 'object', properties: page }

app.get(
  '/sensors',
  {
    schema: {
      operationId: 'listSensors',
      querystring: { type: 'object', properties: { ...page, unit } },
      response: {
        200: { description: 'A page of sensors.', ...pageOf(sensor) },
        ...invalid,
        ...unauthorized,
      },
    },
  },
  async (request) => {
    const own = [...sensors.values()].filter(({ tenant }) => tenant === request.tenant)
    const { unit: wanted } = request.query
    return cut(own, request, (one) => wanted === undefined || one.unit === wanted)
  },
)

app.post(
  '/sensors',
  {
    schema: {
      operationId: 'createSensor',
      body: newSensor,
      response: { 201: { description: 'The sensor.', ...sensor }, ...invalid, ...unauthorized, ...mediaType },
    },
  },
  async (request, reply) => {
    const { name, unit: measured, note = 'none', tags = [], active = false } = request.body
    const twin = [...sensors.values()].find(
      (one) => one.tenant === request.tenant && one.name === name && one.unit === measured,
    )
    if (FAULT === 'twin-sensors-are-one' && twin) return reply.code(201).send(twin)
    lastId += 1
    const text = FAULT === 'name-in-latin-1' ? name.replaceAll(/[^\x20-\xff]/gu, '?') : name
    const made = {
      id: lastId,
      tenant: request.tenant,
      name: text,
      unit: measured,
      note,
      tags,
      active,
      created_at: new Date().toISOString(),
    }
    sensors.set(made.id, made)
    return reply.code(201).send(made)
  },
)

app.get(
  '/sensors/:sensorId',
  {
    schema: {
      operationId: 'getSensor',
      params,
      response: { 200: { description: 'The sensor.', ...sensor }, ...invalid, ...unauthorized, ...missing },
    },
  },
  async (request) => sensorOf(request),
)

app.patch(
  '/sensors/:sensorId',
  {
    schema: {
      operationId: 'changeSensor',
      params,
      body: { type: 'object', properties: members },
      response: {
        200: { description: 'The sensor.', ...sensor },
        ...invalid,
        ...unauthorized,
        ...missing,
        ...mediaType,
      },
    },
  },
  async (request) => {
    const found = sensorOf(request)
    for (const name of Object.keys(members)) if (name in request.body) found[name] = request.body[name]
    if (FAULT === 'tags-sorted') found.tags.sort()
    return found
  },
)

app.delete(
  '/sensors/:sensorId',
  {
    schema: {
      operationId: 'deleteSensor',
      params,
      response: { ...gone, ...invalid, ...unauthorized, ...missing },
    },
  },
  async (request, reply) => {
    const { id } = sensorOf(request)
    sensors.delete(id)
    for (const one of [...readings.values()]) if (one.sensor === id) readings.delete(one.id)
    return reply.code(204).send()
  },
)

app.get(
  '/sensors/:sensorId/readings',
  {
    schema: {
      operationId: 'listReadings',
      params,
      querystring,
      response: {
        200: { description: 'A page of readings.', ...pageOf(reading) },
        ...invalid,
        ...unauthorized,
        ...missing,
      },
    },
  },
  async (request) => {
    const { id } = sensorOf(request)
    const own = [...readings.values()].filter((one) => one.sensor === id)
    const shown = cut(own, request)
    if (FAULT === 'ghost-reading-listed' && own.length > 0 && shown.next === null)
      shown.items.push({ ...own[0], id: 987654321 })
    return shown
  },
)

app.post(
  '/sensors/:sensorId/readings',
  {
    schema: {
      operationId: 'createReading',
      params,
      body: newReading,
      response: {
        201: { description: 'The reading.', ...reading },
        ...invalid,
        ...unauthorized,
        ...missing,
        ...mediaType,
      },
    },
  },
  async (request, reply) => {
    const { id } = sensorOf(request)
    if (FAULT === 'least-value-refused' && request.body.value <= -1000)
      throw new Refusal(400, 'The value is too small.')
    lastId += 1
    const made = { id: lastId, sensor: id, value: request.body.value, taken_at: request.body.taken_at }
    readings.set(made.id, made)
    return reply.code(201).send(made)
  },
)

app.get(
  '/sensors/:sensorId/readings/:readingId',
  {
    schema: {
      operationId: 'getReading',
      params: itemParams,
      response: { 200: { description: 'The reading.', ...reading }, ...invalid, ...unauthorized, ...missing },
    },
  },
  async (request) => readingOf(request),
)

app.delete(
  '/sensors/:sensorId/readings/:readingId',
  {
    schema: {
      operationId: 'deleteReading',
      params: itemParams,
      response: { ...gone, ...invalid, ...unauthorized, ...missing },
    },
  },
  async (request, reply) => {
    readings.delete(readingOf(request).id)
    return reply.code(204).send()
  },
)

if (FAULT === 'any-type-as-json')
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, JSON.parse(text)))

app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
