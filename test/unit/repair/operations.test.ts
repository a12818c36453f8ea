import { valueAt } from '@concordat/runtime/json'
import { expect, test } from 'vitest'
import { answering, exchange, repaired } from './repaired.ts'

const PLAIN = { type: 'object', properties: { id: { type: 'integer' } } }
const problem = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' }, status: { type: 'integer' } },
}
const operation = ['paths', '/things', 'get']

/** Returns a document whose operation has a body, parameters and error responses. */
function posting(own: object = {}, parts: object = {}) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } }
  const refusal = {
    description: 'No',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
  return {
    ...{ openapi: '3.1.0', info: { title: 'Things', version: '1' } },
    paths: {
      '/things': {
        post: {
          operationId: 'makeThing',
          requestBody: { required: true, content },
          responses: { '201': { description: 'Made', content }, '422': refusal },
          ...own,
        },
      },
    },
    components: {
      schemas: {
        Thing: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
        Problem: problem,
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      ...parts,
    },
  }
}

test('a status is added with the media types and the schema of its bodies', async () => {
  const { after, left } = await repaired(
    answering(PLAIN),
    [1, 2, 3].map((id) =>
      exchange({ status: 202, answer: { id, at: '2026-01-01T00:00:00Z', by: 'somebody@example.org' } }),
    ),
  )
  expect(left).toEqual([])
  expect(valueAt(after.model.document, [...operation, 'responses', '202'])).toEqual({
    description: 'Accepted',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            at: { type: 'string', format: 'date-time' },
            by: { type: 'string', format: 'email' },
          },
        },
        example: { id: 1, at: '2026-01-01T00:00:00Z', by: 'user@example.com' },
      },
    },
  })
})

test('a refusal of the shape that others have refers to their schema', async () => {
  const answer = { title: 'Conflict', status: 409 }
  const { after } = await repaired(posting(), [
    exchange({
      method: 'POST',
      body: { name: 'x' },
      status: 409,
      type: 'application/problem+json',
      answer: JSON.stringify(answer),
    }),
  ])
  expect(
    valueAt(after.model.document, [
      'paths',
      '/things',
      'post',
      'responses',
      '409',
      'content',
      'application/problem+json',
      'schema',
    ]),
  ).toEqual({ $ref: '#/components/schemas/Problem' })
})

test('a media type is added beside the others, also where there were none', async () => {
  const { after, left } = await repaired(answering(PLAIN), [exchange({ type: 'text/csv', answer: 'a,b' })])
  expect(left).toEqual([])
  expect(valueAt(after.model.document, [...operation, 'responses', '200', 'content'])).toMatchObject({
    'application/json': { schema: PLAIN },
    'text/csv': { schema: { type: 'string' } },
  })
})

test('security is added where credentials are asked for and taken, with the scheme of the document', async () => {
  const asked = { method: 'POST', body: { name: 'x' } }
  const refused = exchange({ ...asked, status: 401, headers: { 'www-authenticate': 'Bearer' } })
  const entered = exchange({
    ...asked,
    status: 201,
    answer: { id: 1, name: 'x' },
    credentials: { authorization: 'Bearer secret-key' },
  })
  const { after, overlay } = await repaired(posting(), [refused, entered])
  expect(valueAt(after.model.document, ['paths', '/things', 'post', 'security'])).toEqual([{ token: [] }])
  expect(JSON.stringify(overlay)).not.toContain('secret-key')
  const open = await repaired(posting(), [refused, exchange({ ...asked, status: 201, answer: { id: 1 } })])
  expect(open.taken.map(({ kind }) => kind)).toEqual(['status'])
})

test('a body, a parameter and a header that are required and absent are not required any more', async () => {
  const document = posting({
    parameters: [{ name: 'mode', in: 'query', required: true, schema: { type: 'string' } }],
    responses: {
      '201': { description: 'Made', headers: { 'X-Total': { required: true, schema: { type: 'integer' } } } },
    },
  })
  const { after, left } = await repaired(document, [exchange({ method: 'POST', status: 201 })])
  expect(left).toEqual([])
  const post = ['paths', '/things', 'post']
  for (const place of [['requestBody'], ['parameters', '0'], ['responses', '201', 'headers', 'X-Total']])
    expect(valueAt(after.model.document, [...post, ...place])).not.toHaveProperty('required')
})

test('a body that the document excludes is one of the document where the server kept it, and else a question', async () => {
  const narrow = posting(
    {},
    {
      schemas: {
        Problem: problem,
        Thing: {
          type: 'object',
          properties: { id: { type: 'integer' }, name: { type: 'string', maxLength: 3 } },
        },
      },
    },
  )
  const kept = exchange({
    method: 'POST',
    status: 201,
    body: { name: 'long name' },
    answer: { id: 1, name: 'long name' },
  })
  expect((await repaired(narrow, [kept])).left).toEqual([])
  const dropped = exchange({ method: 'POST', status: 201, body: { name: 'long name' }, answer: { id: 1 } })
  const asked = await repaired(narrow, [dropped])
  expect(asked.taken).toEqual([])
  expect(asked.differences.map(({ side }) => side)).toEqual(['question'])
  expect((await repaired(narrow, [dropped], { isAccepted: () => true })).left).toEqual([])
  expect((await repaired(narrow, [dropped], { trustsRequests: false })).differences).toEqual([])
})

/** A server's faults, by kind. */
const FAULTS: readonly [kind: string, traffic: Parameters<typeof exchange>[0]][] = [
  ['crash', { method: 'POST', body: { name: 'x' }, status: 500, type: 'text/plain', answer: 'oops' }],
  ['secret shown', { method: 'POST', body: {}, status: 201, answer: { id: 1, password_hash: 'x1' } }],
  ['unreadable', { method: 'POST', body: {}, status: 201, type: 'application/json', answer: '<html>' }],
]

test.each(FAULTS)('%s is never written into the document', async (kind, traffic) => {
  const { overlay, differences } = await repaired(posting(), [exchange(traffic)])
  expect(overlay.actions).toEqual([])
  expect(differences.map((each) => [each.kind, each.side])).toEqual([[kind, 'server']])
})

test('a member that was sent and is lost is the fault of the server', async () => {
  const Thing = {
    type: 'object',
    required: ['name'],
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  }
  const lost = exchange({ method: 'POST', body: { name: 'x' }, status: 201, answer: { id: 1 } })
  const { overlay, differences } = await repaired(posting({}, { schemas: { Thing, Problem: problem } }), [
    lost,
  ])
  expect(overlay.actions).toEqual([])
  expect(differences.map((each) => [each.kind, each.side])).toEqual([['member lost', 'server']])
})

test('a success without a credential is no reason to leave security out', async () => {
  const document = posting({ security: [{ token: [] }] })
  const made = { method: 'POST', body: { name: 'x' }, status: 201, answer: { id: 1, name: 'x' } }
  const credentials = { authorization: 'Bearer secret-key' }
  const { differences } = await repaired(document, [exchange(made), exchange({ ...made, credentials })])
  expect(differences.map((each) => [each.kind, each.side])).toEqual([['let in', 'server']])
  // Browsers save no credentials.
  expect((await repaired(document, [exchange(made)])).differences).toEqual([])
})

test('each action says how often it was seen, where, and how certain it is', async () => {
  const traffic = [
    exchange({ answer: { id: 'x1' } }),
    exchange({ answer: { id: null } }),
    exchange({ answer: { id: 'x2' } }),
  ]
  const { overlay } = await repaired(answering(PLAIN), traffic)
  expect(overlay.actions).toHaveLength(1)
  expect(overlay.actions[0]).toMatchObject({
    description:
      'The document declares integer, but values of type string and null were seen. 3 of 3 responses of listThings show it.',
    'x-evidence': {
      seen: 3,
      of: 3,
      operations: { listThings: 3 },
      example: 'GET /things → 200: "text"',
      certainty: 'possible',
    },
  })
})

test('neither secrets nor personal data are in an example', async () => {
  const person = {
    email: 'jo@private.example',
    first_name: 'Jolanda',
    token: 'tok-1234567',
    phone: 4912345678,
    kind: 'admin',
    note: 'Met her at the lake',
  }
  const { overlay } = await repaired(
    answering(PLAIN),
    [1, 2, 3].map(() => exchange({ status: 203, answer: person })),
  )
  const text = JSON.stringify(overlay)
  for (const value of ['jo@private.example', 'Jolanda', 'tok-1234567', '4912345678', 'lake'])
    expect(text).not.toContain(value)
  expect(text).toContain('"kind":"admin"')
})

test('refusals that rules provoke by the form of a request are not written, and those to HEAD say nothing of GET', async () => {
  const traffic = [
    exchange({ status: 415, type: 'text/plain', answer: 'no' }),
    exchange({ method: 'HEAD', status: 405 }),
  ]
  const { overlay, left } = await repaired(answering(PLAIN), traffic, { trustsRequests: false })
  expect(overlay.actions).toEqual([])
  expect(left).toEqual([])
})

test('a refusal under a "default" that documents the success gets a status of its own', async () => {
  const content = {
    'application/json': {
      schema: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
    },
  }
  const document = {
    ...answering(PLAIN),
    paths: {
      '/things': {
        get: { operationId: 'readThing', responses: { default: { description: 'A thing', content } } },
      },
    },
  }
  const traffic = [
    exchange({ answer: { id: 1 } }),
    exchange({ status: 404, answer: { title: 'Gone' } }),
    exchange({ status: 403, answer: { id: 7 } }),
  ]
  const { after, left } = await repaired(document, traffic)
  expect(left).toEqual([])
  expect(Object.keys(after.model.document.paths?.['/things']?.get?.responses ?? {})).toEqual([
    '404',
    'default',
  ])
  expect(valueAt(after.model.document, [...operation, 'responses', 'default', 'content'])).toEqual(content)
})

test('refusals of one shape share a schema, which gets a free name', async () => {
  const known = { type: 'object', properties: { code: { type: 'integer' } } }
  const traffic = [400, 404, 409].map((status) =>
    exchange({ status, answer: { message: 'No', detail: ['a'] } }),
  )
  const { after, left } = await repaired(
    answering(PLAIN, { components: { schemas: { Error: known } } }),
    traffic,
  )
  expect(left).toEqual([])
  expect(after.model.document.components?.schemas).toEqual({
    Error: known,
    ErrorBody: {
      type: 'object',
      properties: { message: { type: 'string' }, detail: { type: 'array', items: { type: 'string' } } },
    },
  })
  for (const status of ['400', '404', '409'])
    expect(
      valueAt(after.model.document, [
        ...operation,
        'responses',
        status,
        'content',
        'application/json',
        'schema',
      ]),
    ).toEqual({ $ref: '#/components/schemas/ErrorBody' })
})

test('a document of Swagger 2.0 is refused, with what to do', async () => {
  const document = {
    swagger: '2.0',
    info: { title: 'Old', version: '1' },
    paths: { '/things': { get: { responses: { 200: { description: 'ok' } } } } },
  }
  await expect(repaired(document, [exchange({ answer: {} })])).rejects.toThrow(
    'convert the document to OpenAPI 3',
  )
})

test('a member that the document keeps to requests is no more written than a secret', async () => {
  const card = {
    type: 'object',
    properties: { name: { type: 'string' }, cvc: { type: 'string', writeOnly: true } },
  }
  for (const schema of [card, { allOf: [card], unevaluatedProperties: false }]) {
    const { overlay, differences } = await repaired(answering(schema), [
      exchange({ answer: { name: 'x', cvc: '123' } }),
    ])
    expect(overlay.actions).toEqual([])
    expect(differences.map(({ side }) => side)).toEqual(['server'])
  }
})

test('a further member of a composed schema stays out of the schemas that others refer to', async () => {
  const components = { schemas: { Links: { type: 'object', properties: { self: { type: 'string' } } } } }
  const schema = { allOf: [{ $ref: '#/components/schemas/Links' }, PLAIN] }
  const { after } = await repaired(answering(schema, { components }), [
    exchange({ answer: { id: 1, more: true } }),
  ])
  expect(after.model.document.components?.schemas).toEqual(components.schemas)
  const media = [...operation, 'responses', '200', 'content', 'application/json', 'schema', 'allOf', '1']
  expect(valueAt(after.model.document, media)).toMatchObject({ properties: { more: { type: 'boolean' } } })
})

test('an object that has nothing of the schema behind a reference is of another one, and that schema stays as it is', async () => {
  const components = { schemas: { Request: { type: 'object', properties: { url: { type: 'string' } } } } }
  const document = answering(
    { type: 'array', items: { $ref: '#/components/schemas/Request' } },
    { components },
  )
  const answer = [{ request: { url: '/x' }, distance: 0.5 }]
  const { after } = await repaired(document, [exchange({ answer })])
  expect(after.model.document.components?.schemas).toEqual(components.schemas)
  const items = [...operation, 'responses', '200', 'content', 'application/json', 'schema', 'items']
  expect(valueAt(after.model.document, items)).toMatchObject({
    anyOf: [{ $ref: '#/components/schemas/Request' }, { properties: { distance: { type: 'number' } } }],
  })
})

test('a value that a rule sent to see it refused, and that the answer repeats, leaves the document as it is', async () => {
  const narrow = {
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: 'string', pattern: '^[A-Z]+$' } },
  }
  const document = posting({}, { schemas: { Problem: problem, Thing: narrow } })
  const echo = exchange({ method: 'POST', body: { name: 'x' }, status: 201, answer: { id: 1, name: 'x' } })
  const { overlay, left } = await repaired(document, [echo], { trustsRequests: false })
  expect(overlay.actions).toEqual([])
  expect(left.map(({ side }) => side)).toEqual(['question'])
})

test('what requests and answers show of one schema is one difference', async () => {
  const listed = {
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: 'string', enum: ['never'] } },
  }
  const document = posting({}, { schemas: { Problem: problem, Thing: listed } })
  const traffic = Array.from({ length: 30 }, (_, id) =>
    exchange({
      method: 'POST',
      body: { name: `sent ${id}` },
      status: 201,
      answer: { id, name: `shown ${id}` },
    }),
  )
  const { after, taken, left } = await repaired(document, traffic)
  expect(left).toEqual([])
  expect(taken).toHaveLength(1)
  expect(after.model.document.components?.schemas?.['Thing']).toMatchObject({
    properties: { name: { type: 'string' } },
  })
  expect(JSON.stringify(after.model.document)).not.toContain('"enum"')
})
