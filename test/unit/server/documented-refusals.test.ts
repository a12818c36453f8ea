import type { OperationDescriptor, ResponseDescriptor } from '@concordat/runtime/http'
import { type AppOptions, HttpProblem, type ProblemKind, problemKinds } from '@concordat/runtime/server'
import { describe, expect, test, vi } from 'vitest'
import { answerOf, appOf, documentOf, type Handlers } from './echo-app.ts'

const own: ResponseDescriptor = {
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'string' } },
        additionalProperties: false,
      },
    },
  },
}

/** One operation that needs a key and a small JSON body, and that documents these failures. */
function operation(failures: readonly string[]): Partial<OperationDescriptor> & { path: string } {
  return {
    path: '/{id}',
    method: 'POST',
    security: [{ Key: ['write'] }],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: { 200: {}, ...Object.fromEntries(failures.map((status) => [status, own])) },
  }
}

type Options = Partial<AppOptions<Handlers, string, unknown>>

function appWith(failures: readonly string[], options: Options = {}) {
  return appOf<string>(
    documentOf([operation(failures)], { securitySchemes: { Key: { type: 'http', scheme: 'bearer' } } }),
    {
      authenticate: async ({ credential }) =>
        credential === 'unknown' ? undefined : { principal: credential, scopes: [credential] },
      problemResponse: ({ kind }) => ({ body: { error: kind } }),
      validateResponses: 'throw',
      maxBodyBytes: 100,
      handlers: { operation0: () => ({ status: 200 }) },
      ...options,
    },
  )
}

interface Sent {
  readonly path?: string
  readonly key?: string
  readonly type?: string
  readonly body?: string
}

const send = (
  app: (request: Request) => Promise<Response>,
  { path = '/1', key = 'write', type = 'application/json', body = '{}' }: Sent = {},
) =>
  answerOf(
    app(
      new Request(`http://host${path}`, {
        method: 'POST',
        headers: { ...(key && { authorization: `Bearer ${key}` }), ...(type && { 'content-type': type }) },
        ...(body && { body }),
      }),
    ),
  )

/**
 * The request that causes each of our own error responses, and the status if a document has only the given
 * ones.
 */
const refusals: readonly [ProblemKind, Sent, Readonly<Record<string, number>>][] = [
  [
    'credentials-missing',
    { key: '' },
    { '401,403': 401, 403: 403, '400,403': 403, '4XX': 401, default: 401 },
  ],
  ['credentials-rejected', { key: 'unknown' }, { '401,403': 401, 403: 403 }],
  ['scope-missing', { key: 'read' }, { '401,403': 403, 401: 401 }],
  ['malformed-body', { body: '{' }, { '400,422': 400, 422: 422 }],
  ['body-too-large', { body: `"${'a'.repeat(100)}"` }, { '400,413': 413, 400: 400, 422: 422, '4XX': 413 }],
  ['body-missing', { body: '', type: '' }, { '400,422': 400, 422: 422 }],
  ['unsupported-media-type', { type: 'text/plain' }, { '400,415': 415, 400: 400, 422: 422, default: 415 }],
  ['invalid-parameter', { path: '/x' }, { '400,404': 400, 422: 422, 404: 404 }],
  ['invalid-body', { body: '[]' }, { '400,422': 400, 422: 422 }],
]

describe('our own refusals', () => {
  test.each(
    refusals.flatMap(([kind, sent, statuses]) =>
      Object.entries(statuses).map(([documented, status]) => ({ kind, documented, status, sent })),
    ),
  )('$kind is $status where $documented is documented', async ({ kind, documented, status, sent }) => {
    const onError = vi.fn()
    expect(await send(appWith(documented.split(','), { onError }), sent)).toEqual([status, { error: kind }])
    expect(onError).not.toHaveBeenCalled()
  })

  test.each(refusals)('%s keeps its status where the document has none for it', async (kind, sent) => {
    const app = appWith(['409'], { validateResponses: 'off' })
    expect(await send(app, sent)).toEqual([problemKinds[kind].statuses[0], { error: kind }])
  })

  test('before an operation is found, no document is asked', async () => {
    const app = appWith(['400'])
    const headers = { authorization: 'Bearer write' }
    expect(await answerOf(app(new Request('http://host/1', { headers })))).toEqual([
      405,
      { error: 'method-not-allowed' },
    ])
    expect(await answerOf(app(new Request('http://host/')))).toEqual([404, { error: 'route-not-found' }])
  })

  test('the service is told the status, and has the last word', async () => {
    const problemResponse = vi.fn(() => ({ status: 409, body: { error: 'own' } }))
    expect(await send(appWith(['400', '409'], { problemResponse }), { type: 'text/plain' })).toEqual([
      409,
      { error: 'own' },
    ])
    expect(problemResponse.mock.calls[0]).toMatchObject([
      { kind: 'unsupported-media-type', status: undefined },
      { status: 400, operation: { operationId: 'operation0' }, request: expect.any(Request) },
    ])
  })

  test('a status that was chosen for a problem stays, documented or not', async () => {
    const operation0 = () => Promise.reject(new HttpProblem({ kind: 'conflict', status: 418 }))
    const app = appWith(['400'], { handlers: { operation0 }, validateResponses: 'off' })
    expect(await send(app)).toEqual([418, { error: 'conflict' }])
  })
})

describe('the check of answers', () => {
  const wrong: Options = { problemResponse: ({ kind }) => ({ body: { wrong: kind } }) }

  test('holds refusals to the body that the document states', async () => {
    const onError = vi.fn()
    const app = appWith(['400'], { ...wrong, onError })
    expect(await send(app, { body: '[]' })).toEqual([500, { wrong: 'response-invalid' }])
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual([
      'Operation "operation0" returned 400, but body must have the property "error" (#/required).',
    ])
  })

  test('a body is no violation where the document describes none', async () => {
    const onError = vi.fn()
    const bare = documentOf([{ ...operation([]), responses: { 200: {}, 400: {} } }], {
      securitySchemes: { Key: { type: 'http', scheme: 'bearer' } },
    })
    const app = appOf<string>(bare, {
      authenticate: async ({ credential }) => ({ principal: credential, scopes: [credential] }),
      validateResponses: 'throw',
      handlers: { operation0: () => ({ status: 200 }) },
      onError,
    })
    const [status, body] = await send(app, { body: '[]' })
    expect([status, Object(body).kind]).toEqual([400, 'invalid-body'])
    expect(onError).not.toHaveBeenCalled()
  })

  test('holds refusals to the statuses that the document states', async () => {
    const onError = vi.fn()
    expect(await send(appWith(['409'], { onError }), { body: '[]' })).toEqual([
      500,
      { error: 'response-invalid' },
    ])
    expect(onError.mock.calls[0]?.[0].message).toContain('returned 400, but the status is not documented')
  })

  test('tells of a refused caller that the document has no status for, and sends the status all the same', async () => {
    const onError = vi.fn()
    const app = appWith(['400', '404'], { onError })
    expect(await send(app, { key: '' })).toEqual([401, { error: 'credentials-missing' }])
    expect(await send(app, { key: 'unknown' })).toEqual([401, { error: 'credentials-rejected' }])
    expect(await send(app, { key: 'read' })).toEqual([403, { error: 'scope-missing' }])
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual(
      ['401', '401', '403'].map(
        (status) => `Operation "operation0" returned ${status}, but the status is not documented.`,
      ),
    )
  })

  test('only tells where it warns, and is silent where it is off', async () => {
    const onError = vi.fn()
    const warned = appWith(['400'], { ...wrong, onError, validateResponses: 'warn' })
    expect(await send(warned, { body: '[]' })).toEqual([400, { wrong: 'invalid-body' }])
    expect(onError).toHaveBeenCalledTimes(1)
    const off = appWith(['400'], { ...wrong, onError, validateResponses: 'off' })
    expect(await send(off, { body: '[]' })).toEqual([400, { wrong: 'invalid-body' }])
    expect(onError).toHaveBeenCalledTimes(1)
  })

  test('does not hold what the server fails at against the document', async () => {
    const failures = [
      [new HttpProblem({ kind: 'not-implemented' }), 501, 'not-implemented'],
      [new HttpProblem({ kind: 'handler-failed', status: 503 }), 503, 'handler-failed'],
    ] as const
    for (const [problem, status, error] of failures) {
      const onError = vi.fn()
      const handlers = { operation0: () => Promise.reject(problem) }
      expect(await send(appWith(['400'], { handlers, onError }))).toEqual([status, { error }])
      expect(onError).not.toHaveBeenCalled()
    }
  })
})
