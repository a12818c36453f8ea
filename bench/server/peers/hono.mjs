import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { found, taken, tell } from './tell.mjs'

const json = (schema) => ({ content: { 'application/json': { schema } } })

const findItems = createRoute({
  method: 'get',
  path: '/projects/{projectId}/items/{slug}',
  request: {
    params: z.object({ projectId: z.coerce.number().int().min(1), slug: z.string().regex(/^[a-z0-9-]+$/) }),
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).default(0),
      archived: z.stringbool().optional(),
      sort: z.enum(['name', 'age', 'score']).optional(),
      tags: z.preprocess(
        (given) => (typeof given === 'string' ? [given] : given),
        z.array(z.string().max(40)).max(10).optional(),
      ),
      since: z.iso.datetime().optional(),
      minScore: z.coerce.number().min(0).max(1).optional(),
    }),
  },
  responses: { 200: { description: 'What came.', ...json(z.object({})) } },
})

const order = z.strictObject({
  id: z.uuid(),
  customer: z.string().min(1).max(100),
  email: z.email(),
  phone: z.string().max(30).optional(),
  status: z.enum(['draft', 'placed', 'paid', 'shipped']),
  quantity: z.number().int().min(1).max(1000),
  price: z.number().min(0),
  discount: z.number().min(0).max(1).optional(),
  currency: z.string().min(3).max(3),
  express: z.boolean(),
  gift: z.boolean().optional(),
  tags: z.array(z.string().max(40)).max(20),
  address: z.strictObject({
    street: z.string().max(200),
    city: z.string().max(100),
    country: z.string().min(2).max(2),
    zip: z.string().max(12).optional(),
  }),
  note: z.string().max(500).optional(),
  createdAt: z.iso.datetime(),
  dueAt: z.iso.datetime().optional(),
  channel: z.enum(['web', 'app', 'phone']),
  locale: z.string().max(10).optional(),
  weight: z.number().min(0).optional(),
  priority: z.number().int().min(0).max(9).optional(),
})

const createOrder = createRoute({
  method: 'post',
  path: '/orders',
  request: { body: { required: true, ...json(order) } },
  responses: { 200: { description: 'Taken.', ...json(z.object({})) } },
})

const app = new OpenAPIHono()
app.openapi(findItems, (context) =>
  context.json(found(context.req.valid('param'), context.req.valid('query'))),
)
app.openapi(createOrder, (context) => context.json(taken(context.req.valid('json'))))
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => tell(server))
