import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { found, taken, tell } from './tell.mjs'

const { paths, components } = JSON.parse(readFileSync(new URL('document.json', import.meta.url), 'utf8'))
const { Found, Order, Address, Taken } = components.schemas
const { parameters } = paths['/projects/{projectId}/items/{slug}'].get

const objectOf = (location) => {
  const own = parameters.filter((parameter) => parameter.in === location)
  return {
    type: 'object',
    required: own.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
  }
}

// Each route has a schema for the request and one for the response, as Fastify's documentation recommends.
// The response schema makes serialization fast.
const app = Fastify()
app.get(
  '/projects/:projectId/items/:slug',
  { schema: { params: objectOf('path'), querystring: objectOf('query'), response: { 200: Found } } },
  async ({ params, query }) => found(params, query),
)
const body = { ...Order, properties: { ...Order.properties, address: Address } }
app.post('/orders', { schema: { body, response: { 200: Taken } } }, async ({ body }) => taken(body))
await app.listen({ host: '127.0.0.1', port: 0 })
tell(app.server)
