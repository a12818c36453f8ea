/** Documents with about a hundred operations, like those of real services. */

type Json = Readonly<Record<string, unknown>>

const RESOURCES = [
  ...['accounts', 'books', 'cards', 'devices', 'events', 'flags', 'groups', 'hosts', 'images', 'jobs'],
  ...['keys', 'labels', 'members', 'notes', 'orders', 'plans', 'quotas', 'rooms', 'sites', 'teams'],
]

function singular(resource: string): string {
  return resource.charAt(0).toUpperCase() + resource.slice(1, -1)
}

function json(schema: unknown, mediaType = 'application/json'): Json {
  return { [mediaType]: { schema } }
}

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

function query(name: string, schema: unknown, more: Json = {}): Json {
  return { name, in: 'query', schema, ...more }
}

function answer(description: string, schema: unknown): Json {
  return { description, content: json(schema) }
}

const TEXT = { type: 'string' }
const ITEM = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string', maxLength: 80 },
    size: { type: 'integer' },
    created_at: { type: 'string', format: 'date-time' },
    state: { type: 'string', enum: ['open', 'closed'] },
  },
}
const PROBLEM = { type: 'object', properties: { title: TEXT, status: { type: 'integer' } } }

function documentOf(title: string, paths: Json, schemas: Json): Json {
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: 'https://service.example.test' }],
    security: [{ key: [] }],
    paths,
    components: { schemas, securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  }
}

/**
 * 100 operations with 20 tags, five for each resource. Lists have cursors, and errors are problem details.
 */
export function regularDocument(): Json {
  const failed = { '404': { description: 'None', content: json(ref('Problem'), 'application/problem+json') } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
  const paths = RESOURCES.flatMap((tag) => {
    const one = singular(tag)
    const body = { requestBody: { required: true, content: json(ref(one)) } }
    const page = {
      type: 'object',
      required: ['items'],
      properties: {
        items: { type: 'array', items: ref(one) },
        next_cursor: { type: ['string', 'null'] },
      },
    }
    const operation = (verb: string, rest: Json) => ({ operationId: `${verb}${one}`, tags: [tag], ...rest })
    return [
      [
        `/${tag}`,
        {
          get: {
            operationId: `list${one}s`,
            tags: [tag],
            parameters: [query('limit', { type: 'integer', minimum: 1 }), query('cursor', TEXT)],
            responses: { '200': answer('All', page) },
          },
          post: operation('create', { ...body, responses: { '201': answer('Made', ref(one)), ...failed } }),
        },
      ],
      [
        `/${tag}/{id}`,
        {
          parameters: [id],
          get: operation('get', { responses: { '200': answer('One', ref(one)), ...failed } }),
          patch: operation('update', {
            ...body,
            responses: { '200': answer('Changed', ref(one)), ...failed },
          }),
          delete: operation('delete', { responses: { '204': { description: 'Gone' }, ...failed } }),
        },
      ],
    ] as const
  })
  const schemas = RESOURCES.map((tag) => [singular(tag), ITEM] as const)
  return documentOf('Regular', Object.fromEntries(paths), {
    ...Object.fromEntries(schemas),
    Problem: PROBLEM,
  })
}

/**
 * 104 operations spread unevenly over 16 tags, with features that are common in services of this size:
 * cursor-paginated lists, comma-separated query parameters, an upload, an idempotency key, and dates in some
 * responses.
 */
export function mixedDocument(): Json {
  const paths: Record<string, Record<string, unknown>> = {}
  const add = (method: string, path: string, operationId: string, rest: Json): void => {
    const [tag = ''] = operationId.split('/')
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: TEXT,
    }))
    const own = [...parameters, ...((rest['parameters'] as readonly Json[] | undefined) ?? [])]
    paths[path] = {
      ...paths[path],
      [method]: { operationId, tags: [tag], ...rest, ...(own.length > 0 && { parameters: own }) },
    }
  }
  const listed = (one: string) => ({
    parameters: [query('limit', { type: 'integer' }), query('after', TEXT), query('before', TEXT)],
    responses: {
      '200': answer('All', {
        type: 'object',
        required: ['data', 'has_more'],
        properties: { data: { type: 'array', items: ref(one) }, has_more: { type: 'boolean' } },
      }),
    },
  })
  const body = (schema: unknown) => ({ requestBody: { required: true, content: json(schema) } })
  for (const [index, tag] of RESOURCES.slice(0, 16).entries()) {
    const one = singular(tag)
    const item = `/${tag}/{${one.toLowerCase()}_id}`
    const answered = { responses: { '200': answer('Done', ref(one)) } }
    add('get', `/${tag}`, `${tag}/list`, listed(one))
    add('post', `/${tag}`, `${tag}/create`, {
      ...body(ref(one)),
      responses: { '201': answer('Made', ref(one)) },
    })
    add('get', item, `${tag}/get`, answered)
    add('delete', item, `${tag}/remove`, answered)
    if (index % 4 !== 3) add('patch', item, `${tag}/update`, { ...body(ref(one)), ...answered })
    if (index % 3 === 0)
      for (const verb of ['send', 'cancel', 'verify', 'duplicate'])
        add('post', `${item}/${verb}`, `${tag}/${verb}`, answered)
  }
  add('get', '/events/{event_id}/images', 'events/list-images', listed('Image'))
  add('get', '/metrics', 'events/metrics', {
    parameters: ['names', 'groups', 'hosts'].map((name) =>
      query(name, { type: 'array', items: TEXT, minItems: 1 }, { explode: false }),
    ),
    responses: { '200': answer('Counted', { type: 'object' }) },
  })
  add('post', '/orders/batch', 'orders/create-batch', {
    parameters: [{ name: 'Idempotency-Key', in: 'header', schema: TEXT }],
    ...body({ type: 'array', items: ref('Order') }),
    responses: { '201': answer('Made', { type: 'array', items: ref('Order') }) },
  })
  add('post', '/images/imports', 'images/import', {
    requestBody: {
      required: true,
      content: json(
        { type: 'object', properties: { name: TEXT, file: { type: 'string', format: 'binary' } } },
        'multipart/form-data',
      ),
    },
    responses: { '201': answer('Made', ref('Image')) },
  })
  const { created_at: _, ...undated } = ITEM.properties
  const schemas = RESOURCES.map((tag, index) => {
    const isDated = index % 5 === 2
    return [singular(tag), isDated ? ITEM : { ...ITEM, properties: undated }] as const
  })
  return documentOf('Mixed', paths, Object.fromEntries(schemas))
}
