import type { OperationDescriptor } from '@concordat/runtime/http'
import { type AppOptions, HttpProblem } from '@concordat/runtime/server'
import { describe, expect, test, vi } from 'vitest'
import { answerOf, appOf, documentOf, type Handlers } from './echo-app.ts'

const pet = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, born: { type: 'string', format: 'date-time' } },
}

const responses: OperationDescriptor['responses'] = {
  200: { content: { 'application/json': { schema: pet }, 'text/csv': {}, 'image/*': {} } },
  201: {
    content: { 'application/json': {} },
    headers: {
      Location: { required: true, schema: { type: 'string' } },
      'Content-Length': { required: true, schema: { type: 'integer' } },
    },
  },
  202: { content: { 'application/json': { schema: pet } }, payloadNotShown: true },
  204: {},
  '4XX': { content: { 'application/json': {} } },
}

/** Calls an operation whose handler returns `answer`. */
function answering(answer: unknown, options: Partial<AppOptions<Handlers, unknown>> = {}, method = 'GET') {
  const app = appOf(documentOf([{ path: '/', responses }]), {
    ...options,
    handlers: { operation0: () => answer },
  })
  return app(new Request('http://host/', { method }))
}

describe('how an answer is written', () => {
  test('JSON is the first media type here', async () => {
    const response = await answering({ status: 200, body: { name: 'Rex', born: new Date(0) } })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await answerOf(response)).toEqual([200, { name: 'Rex', born: '1970-01-01T00:00:00.000Z' }])
  })

  test('text in a named media type, as UTF-8', async () => {
    const response = await answering({ status: 200, mediaType: 'text/csv', body: 'a,ü' })
    expect([response.headers.get('content-type'), await response.text()]).toEqual([
      'text/csv; charset=utf-8',
      'a,ü',
    ])
  })

  test('text says that it is UTF-8 whatever charset the document has; bytes are what they are', async () => {
    const mediaType = 'text/csv; charset="iso-8859-1"'
    const types = [
      ['a,ü', 'text/csv; charset=utf-8'],
      [new Uint8Array([0xfc]), mediaType],
      [new Blob([new Uint8Array([0xfc])]), mediaType],
    ] as const
    for (const [body, type] of types)
      expect((await answering({ status: 200, mediaType, body })).headers.get('content-type')).toBe(type)
  })

  test.each([
    ['a Blob, which narrows a range', new Blob(['x'], { type: 'image/png' }), 'image/png'],
    ['bytes', new TextEncoder().encode('x'), 'application/octet-stream'],
    ['a stream', new Blob(['x']).stream(), 'application/octet-stream'],
  ])('%s', async (_, body, type) => {
    const response = await answering({ status: 200, mediaType: 'image/*', body })
    expect([response.headers.get('content-type'), await response.text()]).toEqual([type, 'x'])
  })

  test('204 has neither body nor media type', async () => {
    const response = await answering({ status: 204 })
    expect([response.body, response.headers.get('content-type')]).toEqual([null, null])
  })

  test('headers, several of one name too', async () => {
    const response = await answering({ status: 204, headers: { 'x-one': '1', 'set-cookie': ['a=1', 'b=2'] } })
    expect([response.headers.get('x-one'), response.headers.getSetCookie()]).toEqual(['1', ['a=1', 'b=2']])
  })

  test('HEAD has the headers of GET', async () => {
    const response = await answering({ status: 200, body: { name: 'Rex' } }, {}, 'HEAD')
    expect([response.status, response.body, response.headers.get('content-type')]).toEqual([
      200,
      null,
      'application/json',
    ])
  })

  test('HEAD lets go of a stream', async () => {
    let cancelled = false
    const body = new ReadableStream({
      cancel: () => {
        cancelled = true
      },
    })
    expect((await answering({ status: 200, mediaType: 'image/*', body }, {}, 'HEAD')).body).toBeNull()
    expect(cancelled).toBe(true)
  })

  test('OPTIONS tells the methods', async () => {
    const response = await answering({}, {}, 'OPTIONS')
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })

  test('405 tells them too', async () => {
    const response = await answering({}, {}, 'DELETE')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('the check of answers', () => {
  const breaches: [string, unknown, string][] = [
    ['an undocumented status', { status: 302 }, 'status is not documented'],
    ['an undocumented media type', { status: 200, mediaType: 'text/html', body: '' }, '"text/html"'],
    ['a body that breaks its schema', { status: 200, body: { name: 7 } }, 'body/name must be'],
    ['a missing body', { status: 200 }, 'no body'],
    ['a body where there is none', { status: 404 }, 'no body'],
    ['a missing header', { status: 201, body: {} }, '"Location"'],
  ]

  test.each(breaches)('throw: %s', async (_, answer, detail) => {
    const onError = vi.fn()
    const [status, body] = await answerOf(answering(answer, { validateResponses: 'throw', onError }))
    expect(status).toBe(500)
    expect(body).toMatchObject({ kind: 'response-invalid', detail: expect.stringContaining(detail) })
    expect(onError).toHaveBeenCalledOnce()
  })

  test.each([{ status: 204 }, { status: 418, body: { a: 1 } }])(
    'nothing is refused where the document names no answer: %j',
    async (answer) => {
      const app = appOf(documentOf([{ path: '/', responses: {} }]), {
        validateResponses: 'throw',
        handlers: { operation0: () => answer },
      })
      expect((await app(new Request('http://host/'))).status).toBe(answer.status)
    },
  )

  test('warn tells and answers all the same', async () => {
    const onError = vi.fn()
    const answer = { status: 200, body: { name: 7 } }
    expect(await answerOf(answering(answer, { validateResponses: 'warn', onError }))).toEqual([
      200,
      { name: 7 },
    ])
    expect(onError.mock.calls).toMatchObject([
      [{ kind: 'response-invalid' }, { operation: { operationId: 'operation0' } }],
    ])
  })

  test('warn tells a refusal that the document lacks once, however often callers cause it', async () => {
    const onError = vi.fn()
    const refuse = () => {
      throw new HttpProblem({ kind: 'conflict' })
    }
    const app = appOf(documentOf([{ path: '/', responses: { 200: {} } }]), {
      handlers: { operation0: refuse },
      validateResponses: 'warn',
      onError,
    })
    for (let count = 0; count < 3; count++) expect((await app(new Request('http://host/'))).status).toBe(409)
    expect(onError.mock.calls).toMatchObject([
      [{ detail: 'Operation "operation0" returned 409, but the status is not documented.' }, {}],
    ])
  })

  test.each([
    ['off', 'development', 0],
    [undefined, 'production', 0],
    [undefined, 'development', 1],
    [undefined, undefined, 1],
    ['warn', 'production', 1],
  ] as const)('%s in %s tells %i', async (validateResponses, environment, count) => {
    vi.stubEnv('NODE_ENV', environment)
    const onError = vi.fn()
    const options = { onError, ...(validateResponses && { validateResponses }) }
    expect(await answerOf(answering({ status: 200, body: { name: 7 } }, options))).toEqual([200, { name: 7 }])
    expect(onError).toHaveBeenCalledTimes(count)
    vi.unstubAllEnvs()
  })

  test('an answer is told where there is no environment', async () => {
    vi.stubGlobal('process', undefined)
    const onError = vi.fn()
    const answered = answering({ status: 200, body: { name: 7 } }, { onError })
    vi.unstubAllGlobals()
    expect((await answered).status).toBe(200)
    expect(onError).toHaveBeenCalledTimes(1)
  })

  test.each<[string, unknown, number]>([
    [
      'a Date counts as the text that it becomes',
      { status: 200, body: { name: 'Rex', born: new Date(0) } },
      200,
    ],
    ['a payload that the document does not show', { status: 202, body: 'anything' }, 202],
    ['a status in a documented range', { status: 418, body: {} }, 418],
    ['a header that the document requires', { status: 201, body: {}, headers: { location: '/1' } }, 201],
  ])('passes: %s', async (_, answer, status) => {
    expect((await answering(answer, { validateResponses: 'throw' })).status).toBe(status)
  })
})

describe('failures', () => {
  const failing = (error: unknown, options: Partial<AppOptions<Handlers, unknown>> = {}) => {
    const handlers = { operation0: () => Promise.reject(error) }
    return appOf(documentOf([{ path: '/' }]), { ...options, handlers })(new Request('http://host/'))
  }

  test('an exception is told to onError and to nobody else', async () => {
    const onError = vi.fn()
    const error = new Error('secret')
    const response = await failing(error, { onError })
    expect(await response.text()).not.toContain('secret')
    expect([response.status, onError.mock.calls[0]?.[0]]).toEqual([500, error])
    expect(onError.mock.calls[0]?.[1]).toMatchObject({ operation: { operationId: 'operation0' } })
  })

  test('a handler that answers nothing has failed', async () => {
    const onError = vi.fn()
    expect((await answering(undefined, { onError })).status).toBe(500)
    expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(TypeError)
  })

  test('a problem is answered as RFC 9457 says', async () => {
    const onError = vi.fn()
    const response = await failing(
      new HttpProblem({ kind: 'conflict', detail: 'It exists.', headers: { 'x-a': 'b' } }),
      { onError, validateResponses: 'off' },
    )
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('x-a')).toBe('b')
    expect(await answerOf(response)).toEqual([
      409,
      {
        type: 'about:blank',
        title: 'Conflict with the current state',
        status: 409,
        detail: 'It exists.',
        kind: 'conflict',
      },
    ])
    expect(onError).not.toHaveBeenCalled()
  })

  test('a service words problems itself, by members of its own', async () => {
    class DomainProblem extends HttpProblem {
      readonly code = 'unique'
    }
    const response = await failing(new DomainProblem({ kind: 'invalid-body' }), {
      problemResponse: (problem) => ({
        status: 422,
        body: { code: problem instanceof DomainProblem ? problem.code : problem.kind },
        headers: { 'retry-after': '1' },
      }),
    })
    expect([response.headers.get('content-type'), response.headers.get('retry-after')]).toEqual([
      'application/json',
      '1',
    ])
    expect(await answerOf(response)).toEqual([422, { code: 'unique' }])
  })

  test('hooks that fail themselves do not reject', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const fail = () => {
      throw new Error('hook')
    }
    expect((await failing(new Error('first'), { onError: fail, problemResponse: fail })).status).toBe(500)
    expect(log.mock.calls.map(([error]) => (error as Error).message)).toEqual([
      'first',
      'hook',
      'hook',
      'hook',
    ])
    log.mockRestore()
  })

  test('a missing handler is found before the first request', () => {
    expect(() =>
      appOf(documentOf([{ path: '/' }]), { handlers: { operation0: undefined as never } }),
    ).toThrow('"operation0"')
  })
})

describe('mounting', () => {
  test('below a base path', async () => {
    const app = appOf(documentOf([{ path: '/pets' }]), { basePath: '/v1', trailingSlash: 'optional' })
    const statusOf = async (path: string) => (await app(new Request(`http://host${path}`))).status
    expect([await statusOf('/v1/pets'), await statusOf('/v1/pets/?a=/b'), await statusOf('/pets')]).toEqual([
      200, 200, 404,
    ])
    expect(app.operations.map(({ path }) => path)).toEqual(['/pets'])
  })

  test('a handler keeps its object', async () => {
    class Service {
      readonly name = 'Rex'
      operation0() {
        return { status: 200, body: this.name }
      }
    }
    const app = appOf(documentOf([{ path: '/' }]))
    expect(await answerOf(app(new Request('http://host/')))).toEqual([200, {}])
    const { createApp } = await import('@concordat/runtime/server')
    expect(
      await answerOf(
        createApp(documentOf([{ path: '/' }]), { handlers: new Service() })(new Request('http://host/')),
      ),
    ).toEqual([200, 'Rex'])
  })
})

describe('answers that are held to their document, and keep it', () => {
  const schema = { type: 'object' }
  const content = { 'application/json': { schema } }
  test.each<[string, OperationDescriptor['responses'], object]>([
    ['no content with 204, whatever it documents', { 204: { content } }, { status: 204 }],
    [
      'a text of which the schema says what it holds',
      { 200: { content: { 'text/csv': { schema } } } },
      { status: 200, body: 'a,b' },
    ],
  ])('%s', async (_, own, answer) => {
    const app = appOf(documentOf([{ path: '/', responses: own }]), {
      validateResponses: 'throw',
      handlers: { operation0: () => answer },
    })
    expect((await app(new Request('http://host/'))).status).toBe(Reflect.get(answer, 'status'))
  })

  test('JSON that is not the documented object breaks it', async () => {
    const app = appOf(documentOf([{ path: '/', responses: { 200: { content } } }]), {
      validateResponses: 'throw',
      onError: () => {},
      handlers: { operation0: () => ({ status: 200, body: 'a' }) },
    })
    expect((await app(new Request('http://host/'))).status).toBe(500)
  })
})
