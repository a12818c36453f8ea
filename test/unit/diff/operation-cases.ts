import { type CaseOperation, DONE, json, NOTHING, type ProofCase } from './proof-case.ts'

const text = { type: 'string' }
const OK = (body: unknown, headers: object = {}) => ({ status: 200, body, headers })
const answers = (answer: unknown) => ({ old: answer, new: answer })
const done = (more: object = {}, place: Omit<CaseOperation, 'operation'> = {}): CaseOperation => ({
  ...place,
  operation: { responses: DONE, ...more },
})
const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: text, ...more })
const body = (more: object = {}) => ({ requestBody: { ...json(text), ...more } })
const responses = (of: object): CaseOperation => ({ operation: { responses: of } })
const texts = (more: object = {}) => ({ description: 'Done', ...json(text), ...more })
const failure = {
  description: 'No',
  ...json({ type: 'object', properties: { why: text }, required: ['why'] }),
}
const plain = { 'text/plain': { schema: text } }
const both = { content: { ...plain, 'application/json': { schema: { type: 'number' } } } }
const charset = {
  content: {
    'text/plain; charset=utf-8': { schema: text },
    'application/json; charset=utf-8': { schema: { type: 'number' } },
  },
}
const binary = { schema: { type: 'string', format: 'binary' } }
const image = (...names: readonly string[]) => ({
  description: 'Done',
  content: { ...plain, ...Object.fromEntries(names.map((name) => [name, binary])) },
})
const picture = (name: string) => new Blob(['a'], { type: name })
const header = (more: object = {}) => texts({ headers: { 'X-Id': { schema: text, ...more } } })
const page = (next: boolean) => ({
  ...json({
    type: 'object',
    properties: {
      results: { type: 'array', items: text },
      ...(next && { next: { type: ['string', 'null'], format: 'uri' } }),
    },
    required: ['results'],
  }),
  description: 'Done',
})
const form = (style: object) => ({
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: { a: { type: 'array', items: text, maxItems: 2, minItems: 2 } },
          required: ['a'],
        },
        encoding: { a: style },
      },
    },
  },
})
const FINE = { caller: 'await call()', handler: 'async () => ({ status: 204 })', answers: answers(NOTHING) }
const USER = 'async (_request, { principal }) => { principal.id.toFixed(); return { status: 204 } }'

/** One case for each kind of change that a single operation can have, except schema changes. */
export const OPERATION_CASES: readonly ProofCase[] = [
  { kind: 'operation-removed', old: done(), ...FINE },
  {
    kind: 'operation-removed-after-sunset',
    old: done({ deprecated: true, 'x-sunset': '2020-01-01' }),
    ...FINE,
  },
  { kind: 'operation-sunset-added', old: done(), new: done({ 'x-sunset': '2020-01-01' }), ...FINE },
  {
    kind: 'operation-sunset-earlier',
    old: done({ 'x-sunset': '2020-02-01' }),
    new: done({ 'x-sunset': '2020-01-01T00:00:00Z' }),
    ...FINE,
  },
  {
    kind: 'operation-sunset-later',
    old: done({ 'x-sunset': '2020-01-01' }),
    new: done({ 'x-sunset': '2020-02-01' }),
    ...FINE,
  },
  { kind: 'operation-sunset-removed', old: done({ 'x-sunset': '2020-01-01' }), new: done(), ...FINE },
  { kind: 'operation-renamed', old: done(), new: done({ operationId: 'renamed' }), ...FINE },
  { kind: 'operation-group-changed', old: done(), new: done({ tags: ['others'] }), ...FINE },
  { kind: 'operation-moved', old: done(), new: done({}, { method: 'put' }), ...FINE },
  { kind: 'operation-deprecated', old: done(), new: done({ deprecated: true }), ...FINE },
  {
    kind: 'operation-server-changed',
    old: done(),
    new: done({ servers: [{ url: '/v2' }] }),
    ...FINE,
  },
  {
    kind: 'pagination-lost',
    old: { method: 'get', operation: { responses: { 200: page(true) } } },
    new: { method: 'get', operation: { responses: { 200: page(false) } } },
    caller: 'for await (const item of call.items()) item.trim()',
    handler: 'async () => answering({ status: 200, body: { results: [], next: null } })',
    answers: answers(OK({ results: [] })),
  },
  {
    kind: 'pagination-gained',
    old: { method: 'get', operation: { responses: { 200: page(false) } } },
    new: { method: 'get', operation: { responses: { 200: page(true) } } },
    caller: '(await call()).results',
    handler: 'async () => ({ status: 200, body: { results: [] } })',
    answers: answers(OK({ results: [] })),
  },
  {
    kind: 'path-parameter-renamed',
    old: done(
      { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] },
      { path: '/renamed/{id}' },
    ),
    new: done(
      { parameters: [{ name: 'key', in: 'path', required: true, schema: text }] },
      { path: '/renamed/{key}' },
    ),
    caller: `await call({ path: { id: 'a' } })`,
    handler: 'async ({ path }) => { path.id.trim(); return { status: 204 } }',
    answers: answers(NOTHING),
  },
  {
    kind: 'parameter-added-required',
    old: done(),
    new: done({ parameters: [query('q', { required: true })] }),
    ...FINE,
  },
  { kind: 'parameter-added-optional', old: done(), new: done({ parameters: [query('q')] }), ...FINE },
  {
    kind: 'parameter-removed',
    old: done({ parameters: [query('q'), query('r')] }),
    new: done({ parameters: [query('r')] }),
    caller: `await call({ query: { q: 'a' } })`,
    handler: 'async ({ query }) => { query?.q?.trim(); return { status: 204 } }',
    answers: answers(NOTHING),
  },
  {
    kind: 'parameter-moved',
    old: done({ parameters: [query('q', { required: true })] }),
    new: done({ parameters: [{ ...query('q', { required: true }), in: 'header' }] }),
    caller: `await call({ query: { q: 'a' } })`,
    handler: 'async ({ query }) => { query.q.trim(); return { status: 204 } }',
    answers: answers(NOTHING),
  },
  {
    kind: 'required-parameter-renamed',
    old: done({ parameters: [query('petName', { required: true })] }),
    new: done({ parameters: [query('pet_name', { required: true })] }),
    caller: `await call({ query: { petName: 'a' } })`,
    handler: 'async ({ query }) => { query.petName.trim(); return { status: 204 } }',
    answers: answers(NOTHING),
  },
  {
    kind: 'optional-parameter-renamed',
    old: done({ parameters: [query('color')] }),
    new: done({ parameters: [query('colour')] }),
    caller: `await call({ query: { color: 'a' } })`,
    handler: 'async ({ query }) => { query?.color?.trim(); return { status: 204 } }',
    answers: answers(NOTHING),
  },
  {
    kind: 'parameter-became-required',
    old: done({ parameters: [query('q')] }),
    new: done({ parameters: [query('q', { required: true })] }),
    ...FINE,
  },
  {
    kind: 'parameter-became-optional',
    old: done({ parameters: [query('q', { required: true })] }),
    new: done({ parameters: [query('q')] }),
    caller: `await call({ query: { q: 'a' } })`,
    handler: 'async ({ query }) => { query.q.trim(); return { status: 204 } }',
    answers: answers(NOTHING),
  },
  {
    kind: 'parameter-style-changed',
    old: done({ parameters: [query('q', { schema: { type: 'array', items: text, minItems: 2 } })] }),
    new: done({
      parameters: [query('q', { schema: { type: 'array', items: text, minItems: 2 }, explode: false })],
    }),
    caller: `await call({ query: { q: ['a', 'b'] } })`,
    handler: 'async ({ query }) => { query?.q?.length; return { status: 204 } }',
    answers: answers(NOTHING),
  },
  {
    kind: 'parameter-deprecated',
    old: done({ parameters: [query('q')] }),
    new: done({ parameters: [query('q', { deprecated: true })] }),
    ...FINE,
  },
  { kind: 'request-body-added-required', old: done(), new: done(body({ required: true })), ...FINE },
  { kind: 'request-body-added-optional', old: done(), new: done(body()), ...FINE },
  {
    kind: 'request-body-removed',
    old: done(body()),
    new: done(),
    caller: `await call({ body: 'a' })`,
    handler: 'async ({ body }) => { body?.trim(); return { status: 204 } }',
    answers: answers(NOTHING),
  },
  { kind: 'request-body-became-required', old: done(body()), new: done(body({ required: true })), ...FINE },
  {
    kind: 'request-body-became-optional',
    old: done(body({ required: true })),
    new: done(body()),
    caller: `await call({ body: 'a' })`,
    handler: 'async ({ body }) => { body.trim(); return { status: 204 } }',
    answers: answers(NOTHING),
  },
  {
    kind: 'request-media-type-added',
    old: done(body({ required: true })),
    new: done({
      requestBody: {
        required: true,
        content: {
          ...json(text).content,
          'application/cbor': { schema: { type: 'string', format: 'binary' } },
        },
      },
    }),
    caller: `await call({ body: 'a' })`,
    handler: 'async ({ body }) => { body.trim(); return { status: 204 } }',
    answers: answers(NOTHING),
  },
  {
    kind: 'request-media-type-removed',
    old: done({ requestBody: { required: true, ...both } }),
    new: done({
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'number' } } } },
    }),
    caller: `await call({ mediaType: 'text/plain', body: 'a' })`,
    handler: `async (request) => { if (request.mediaType === 'text/plain') request.body.trim(); return { status: 204 } }`,
    answers: answers(NOTHING),
  },
  {
    kind: 'request-media-type-narrowed',
    old: done({ requestBody: { required: true, ...image('image/*') } }),
    new: done({ requestBody: { required: true, ...image('image/png', 'image/gif') } }),
    caller: `await call({ mediaType: 'image/*', body: new Blob(['a'], { type: 'image/jpeg' }) })`,
    handler: `async (request) => { if (request.mediaType === 'image/*') request.body.size; return { status: 204 } }`,
    answers: answers(NOTHING),
  },
  {
    kind: 'request-media-type-widened',
    old: done({ requestBody: { required: true, ...image('image/png') } }),
    new: done({ requestBody: { required: true, ...image('image/*') } }),
    caller: `await call({ mediaType: 'image/png', body: new Blob(['a']) })`,
    handler: `async (request) => { const type: 'text/plain' | 'image/png' = request.mediaType; void type; return { status: 204 } }`,
    answers: answers(NOTHING),
  },
  {
    kind: 'request-media-type-parameters-changed',
    old: done({ requestBody: { required: true, ...both } }),
    new: done({ requestBody: { required: true, ...charset } }),
    caller: `await call({ mediaType: 'text/plain', body: 'a' })`,
    handler: `async (request) => { if (request.mediaType === 'text/plain') request.body.trim(); return { status: 204 } }`,
    answers: answers(NOTHING),
  },
  {
    kind: 'request-encoding-changed',
    old: done(form({ explode: true })),
    new: done(form({ style: 'pipeDelimited', explode: false })),
    caller: `await call({ body: { a: ['a', 'b'] } })`,
    handler: 'async ({ body }) => { body.a.length; return { status: 204 } }',
    answers: answers(NOTHING),
  },
  {
    kind: 'success-response-added',
    old: responses({ 200: texts() }),
    new: responses({ 200: texts(), 202: { description: 'Later', ...json({ type: 'number' }) } }),
    caller: 'const value = await call(); value.trim()',
    handler: `async () => answering({ status: 200, body: 'a' })`,
    answers: { old: OK('a'), new: { status: 202, body: 4 } },
  },
  {
    kind: 'success-response-removed',
    old: responses({ 200: texts(), 202: { description: 'Later', ...json({ type: 'number' }) } }),
    new: responses({ 200: texts() }),
    caller: 'const answer = await call.result(); if (answer.status === 202) answer.body.toFixed()',
    handler: `async () => answering({ status: 202, body: 4 })`,
    answers: answers(OK('a')),
  },
  {
    kind: 'failure-response-added',
    old: responses({ 200: texts() }),
    new: responses({ 200: texts(), 404: failure }),
    caller: 'const { status } = await call.result(); const ok: 200 = status; void ok',
    handler: `async () => answering({ status: 200, body: 'a' })`,
    answers: { old: OK('a'), new: { status: 404, body: { why: 'gone' } } },
  },
  {
    kind: 'failure-response-removed',
    old: responses({ 200: texts(), 404: failure }),
    new: responses({ 200: texts() }),
    caller: 'const answer = await call.result(); if (answer.status === 404) answer.body.why.trim()',
    handler: `async () => answering({ status: 404, body: { why: 'gone' } })`,
    answers: answers(OK('a')),
  },
  {
    kind: 'response-body-added',
    old: responses({ 200: { description: 'Done' } }),
    new: responses({ 200: texts() }),
    caller: 'await call()',
    handler: `async () => answering({ status: 200 })`,
    answers: { old: { status: 200 }, new: OK('a') },
  },
  {
    kind: 'response-body-removed',
    old: responses({ 200: texts() }),
    new: responses({ 200: { description: 'Done' } }),
    caller: 'const value = await call(); value.trim()',
    handler: `async () => answering({ status: 200, body: 'a' })`,
    answers: { old: OK('a'), new: { status: 200 } },
  },
  {
    kind: 'response-media-type-added',
    old: responses({ 200: texts() }),
    new: responses({ 200: { description: 'Done', ...both } }),
    caller: 'const answer = await call.result(); answer.body.trim()',
    handler: `async () => answering({ status: 200, body: 'a' })`,
    answers: { old: OK('a'), new: { status: 200, mediaType: 'text/plain', body: 'a' } },
  },
  {
    kind: 'response-media-type-removed',
    old: responses({ 200: { description: 'Done', ...both } }),
    new: responses({ 200: { description: 'Done', content: plain } }),
    caller: 'const value = await call(); value.toFixed()',
    handler: `async () => answering({ status: 200, mediaType: 'application/json', body: 4 })`,
    answers: { old: { status: 200, mediaType: 'application/json', body: 4 }, new: OK('a') },
  },
  {
    kind: 'response-media-type-narrowed',
    old: responses({ 200: image('image/*') }),
    new: responses({ 200: image('image/png', 'image/gif') }),
    caller: `const answer = await call.result(); if (answer.mediaType === 'image/*') answer.body.size`,
    handler: `async () => answering({ status: 200, mediaType: 'image/*', body: new Blob(['a']) })`,
    answers: {
      old: { status: 200, mediaType: 'image/*', body: picture('image/jpeg') },
      new: { status: 200, mediaType: 'image/png', body: picture('image/png') },
    },
  },
  {
    kind: 'response-media-type-widened',
    old: responses({ 200: image('image/png', 'image/gif') }),
    new: responses({ 200: image('image/*') }),
    caller: `const answer = await call.result(); const type: 'text/plain' | 'image/png' | 'image/gif' = answer.mediaType; void type`,
    handler: `async () => answering({ status: 200, mediaType: 'image/png', body: new Blob(['a']) })`,
    answers: {
      old: { status: 200, mediaType: 'image/png', body: picture('image/png') },
      new: { status: 200, mediaType: 'image/*', body: picture('image/jpeg') },
    },
  },
  {
    kind: 'response-media-type-parameters-changed',
    old: responses({ 200: { description: 'Done', ...both } }),
    new: responses({ 200: { description: 'Done', ...charset } }),
    caller: `const answer = await call.result(); if (answer.mediaType === 'text/plain') answer.body.trim()`,
    handler: `async () => answering({ status: 200, mediaType: 'text/plain', body: 'a' })`,
    answers: {
      old: { status: 200, mediaType: 'text/plain', body: 'a' },
      new: { status: 200, mediaType: 'text/plain; charset=utf-8', body: 'a' },
    },
  },
  {
    kind: 'response-header-added-required',
    old: responses({ 200: texts() }),
    new: responses({ 200: header({ required: true }) }),
    caller: 'const value = await call(); value.trim()',
    handler: `async () => answering({ status: 200, body: 'a' })`,
    answers: { old: OK('a'), new: OK('a', { 'x-id': 'seven' }) },
  },
  {
    kind: 'response-header-added-optional',
    old: responses({ 200: texts() }),
    new: responses({ 200: header() }),
    caller: 'const value = await call(); value.trim()',
    handler: `async () => answering({ status: 200, body: 'a' })`,
    answers: { old: OK('a'), new: OK('a', { 'x-id': 'seven' }) },
  },
  {
    kind: 'response-header-removed',
    old: responses({ 200: header({ required: true }) }),
    new: responses({ 200: texts() }),
    caller: `const { headers } = await call.result(); headers.get('X-Id').trim()`,
    handler: `async () => answering({ status: 200, body: 'a', headers: { 'X-Id': 'seven' } })`,
    answers: { old: OK('a', { 'x-id': 'seven' }), new: OK('a') },
  },
  {
    kind: 'response-header-renamed',
    old: responses({ 200: texts({ headers: { 'X-Item-Id': { schema: text, required: true } } }) }),
    new: responses({ 200: texts({ headers: { 'Item-Id': { schema: text, required: true } } }) }),
    caller: `const { headers } = await call.result(); headers.get('X-Item-Id').trim()`,
    handler: `async () => answering({ status: 200, body: 'a', headers: { 'X-Item-Id': 'seven' } })`,
    answers: { old: OK('a', { 'x-item-id': 'seven' }), new: OK('a', { 'item-id': 'seven' }) },
  },
  {
    kind: 'response-header-became-optional',
    old: responses({ 200: header({ required: true }) }),
    new: responses({ 200: header() }),
    caller: `const { headers } = await call.result(); headers.get('X-Id').trim()`,
    handler: `async () => answering({ status: 200, body: 'a', headers: { 'X-Id': 'seven' } })`,
    answers: { old: OK('a', { 'x-id': 'seven' }), new: OK('a') },
  },
  {
    kind: 'response-header-became-required',
    old: responses({ 200: header() }),
    new: responses({ 200: header({ required: true }) }),
    caller: `const { headers } = await call.result(); headers.get('X-Id')?.trim()`,
    handler: `async () => answering({ status: 200, body: 'a' })`,
    answers: { old: OK('a'), new: OK('a', { 'x-id': 'seven' }) },
  },
  {
    kind: 'security-added',
    old: done({ security: [] }),
    new: done({ security: [{ token: [] }] }),
    ...FINE,
    credentials: {},
  },
  {
    kind: 'security-removed',
    old: done({ security: [{ token: [] }] }),
    new: done({ security: [] }),
    ...FINE,
    handler: USER,
  },
  {
    kind: 'security-became-required',
    old: done({ security: [{ token: [] }, {}] }),
    new: done({ security: [{ token: [] }] }),
    ...FINE,
    credentials: {},
  },
  {
    kind: 'security-requirement-removed',
    old: done({ security: [{ key: [] }] }),
    new: done({ security: [{ other: [] }] }),
    ...FINE,
    handler: USER,
  },
  {
    kind: 'security-requirement-added',
    old: done({ security: [{ key: [] }] }),
    new: done({ security: [{ key: [] }, { token: [] }] }),
    ...FINE,
    handler: USER,
  },
  {
    kind: 'scope-added',
    old: done({ security: [{ key: [] }] }),
    new: done({ security: [{ key: ['write'] }] }),
    ...FINE,
    handler: USER,
  },
  {
    kind: 'scope-removed',
    old: done({ security: [{ token: [] }, { key: ['held'] }] }),
    new: done({ security: [{ token: [] }, { key: [] }] }),
    ...FINE,
    handler: USER,
  },
]

/** Members of both documents. */
export const SHARED = {
  servers: [{ url: '/' }],
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      other: { type: 'apiKey', in: 'header', name: 'X-Other' },
    },
  },
}
