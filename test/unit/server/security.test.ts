import type { DocumentDescriptor, SecurityRequirement } from '@concordat/runtime/http'
import { type AppOptions, HttpProblem } from '@concordat/runtime/server'
import { describe, expect, test, vi } from 'vitest'
import { answerOf, appOf, documentOf, type Handlers } from './echo-app.ts'

const securitySchemes: DocumentDescriptor['securitySchemes'] = {
  Bearer: { type: 'http', scheme: 'bearer' },
  Basic: { type: 'http', scheme: 'basic' },
  HeaderKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
  QueryKey: { type: 'apiKey', in: 'query', name: 'key' },
  CookieKey: { type: 'apiKey', in: 'cookie', name: 'session' },
  OAuth: { type: 'oauth2' },
}

/** Credentials are "name:scope,scope"; the name "nobody" is rejected. */
const authenticate: NonNullable<AppOptions<Handlers, string>['authenticate']> = async ({
  credential,
  scheme,
}) => {
  const [name = '', scopes = ''] = credential.split(':')
  return name === 'nobody' ? undefined : { principal: `${scheme}/${name}`, scopes: scopes.split(',') }
}

function appWith(
  security: readonly SecurityRequirement[],
  options: Partial<AppOptions<Handlers, string>> = {},
) {
  const handlers = {
    operation0: (_: never, context: { principal: string; scopes: string[] }) => ({
      status: 200,
      body: { principal: context.principal ?? null, scopes: context.scopes },
    }),
  }
  const document = documentOf([{ path: '/{id}', security }], { securitySchemes })
  return appOf<string>(document, { authenticate, ...options, handlers: handlers as unknown as Handlers })
}

const call = (headers: Record<string, string> = {}, path = '/1') =>
  new Request(`http://host${path}`, { headers })
const kindOf = async (response: Promise<Response>) => {
  const [status, body] = await answerOf(response)
  return [status, (body as { kind?: string }).kind]
}

describe('where credentials are found', () => {
  test.each<[string, Record<string, string>, string, string]>([
    ['Bearer', { authorization: 'Bearer ann' }, '/1', 'Bearer/ann'],
    ['Bearer', { authorization: 'bearer   ann' }, '/1', 'Bearer/ann'],
    ['Basic', { authorization: `Basic ${btoa('ann:read')}` }, '/1', 'Basic/ann'],
    ['OAuth', { authorization: 'Bearer ann' }, '/1', 'OAuth/ann'],
    ['HeaderKey', { 'x-key': 'ann' }, '/1', 'HeaderKey/ann'],
    ['QueryKey', {}, '/1?a=b&key=an%20n', 'QueryKey/an n'],
    ['CookieKey', { cookie: 'a=b; session=ann' }, '/1', 'CookieKey/ann'],
  ])('%s', async (scheme, headers, path, principal) => {
    const [status, body] = await answerOf(appWith([{ [scheme]: [] }])(call(headers, path)))
    expect([status, body]).toMatchObject([200, { principal }])
  })

  test.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['a scheme without a token', { authorization: 'Bearer ' }],
    ['a token without a scheme', { authorization: 'ann' }],
  ])('%s is missing credentials', async (_, headers) => {
    expect(await kindOf(appWith([{ Bearer: [] }])(call(headers)))).toEqual([401, 'credentials-missing'])
  })
})

describe('what the caller is told', () => {
  test('missing', async () => {
    const response = await appWith([{ Bearer: [] }, { Basic: [] }, { HeaderKey: [] }])(call())
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer realm="Test", Basic realm="Test", charset="UTF-8", ApiKey realm="Test", in="header", name="X-Key"',
    )
  })

  test('a title with quotes and line breaks', async () => {
    const document = documentOf([{ path: '/', security: [{ Bearer: [] }] }], {
      securitySchemes,
      title: 'A "b"\r\nü',
    })
    const response = await appOf(document, { authenticate })(call({}, '/'))
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="A \\"b\\""')
  })

  test('rejected', async () => {
    const response = await appWith([{ Bearer: [] }])(call({ authorization: 'Bearer nobody' }))
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Test", error="invalid_token"')
    expect(await kindOf(Promise.resolve(response))).toEqual([401, 'credentials-rejected'])
  })

  test('a scope is missing, and which', async () => {
    const response = await appWith([{ Bearer: ['pet:read', 'pet:write'] }])(
      call({ authorization: 'Bearer ann:pet' }),
    )
    expect(response.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
    expect(await answerOf(response)).toMatchObject([403, { kind: 'scope-missing' }])
  })

  test('a hook decides what a scope covers', async () => {
    const satisfies = (held: readonly string[], needed: string) =>
      held.some((scope) => needed.startsWith(scope))
    const request = call({ 'x-key': 'ann:pet' })
    expect((await appWith([{ HeaderKey: ['pet.read'] }], { satisfies })(request)).status).toBe(200)
    expect((await appWith([{ HeaderKey: ['pet.read'] }])(request)).status).toBe(403)
    expect((await appWith([{ HeaderKey: ['pet.read'] }])(call({ 'x-key': 'ann:*' }))).status).toBe(200)
  })
})

describe('requirements', () => {
  test('any one suffices, and the nearest failure is told', async () => {
    const app = appWith([{ Bearer: [] }, { HeaderKey: ['write'] }])
    expect((await app(call({ 'x-key': 'ann:write', authorization: 'Bearer nobody' }))).status).toBe(200)
    expect(await kindOf(app(call({ 'x-key': 'ann:read', authorization: 'Bearer nobody' })))).toEqual([
      403,
      'scope-missing',
    ])
  })

  test('all schemes of one are needed, and the first gives the principal', async () => {
    const app = appWith([{ Bearer: ['a'], HeaderKey: ['b'] }])
    expect(await kindOf(app(call({ authorization: 'Bearer ann:a' })))).toEqual([401, 'credentials-missing'])
    expect(await answerOf(app(call({ authorization: 'Bearer ann:a', 'x-key': 'app:b' })))).toEqual([
      200,
      { principal: 'Bearer/ann', scopes: ['a', 'b'] },
    ])
    expect(await kindOf(app(call({ authorization: 'Bearer ann:a', 'x-key': 'app:a' })))).toEqual([
      403,
      'scope-missing',
    ])
  })

  test('an empty one lets everyone in but the bearer of bad credentials', async () => {
    const app = appWith([{}, { Bearer: [] }])
    expect(await answerOf(app(call()))).toEqual([200, { principal: null, scopes: [] }])
    expect(await answerOf(app(call({ authorization: 'Bearer ann' })))).toMatchObject([
      200,
      { principal: 'Bearer/ann' },
    ])
    expect(await kindOf(app(call({ authorization: 'Bearer nobody' })))).toEqual([401, 'credentials-rejected'])
  })

  test('an application without "authenticate" is not made', () => {
    const document = documentOf([{ path: '/', security: [{ Bearer: [] }] }], { securitySchemes })
    expect(() => appOf(document)).toThrow('"authenticate"')
    const unknown = documentOf([{ path: '/', security: [{ Nothing: [] }] }], { securitySchemes })
    expect(() => appOf(unknown, { authenticate })).toThrow('"Nothing"')
  })
})

describe('the order of refusals', () => {
  const document = documentOf(
    [
      {
        path: '/pets/{id}',
        method: 'POST',
        security: [{ Bearer: ['write'] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
        ],
        requestBody: { required: true, content: { 'application/json': {} } },
      },
    ],
    { securitySchemes },
  )
  const app = appOf<string>(document, {
    authenticate,
    authorize: async ({ path, principal }) => {
      if (principal !== `Bearer/${path['id']}`) throw new HttpProblem({ kind: 'forbidden' })
    },
  })
  const send = (path: string, authorization?: string, body = '{') =>
    app(
      new Request(`http://host${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      }),
    )

  test('path, credentials, scopes, tenancy, method, parameters, body', async () => {
    expect(await kindOf(send('/nothing'))).toEqual([404, 'route-not-found'])
    const get = (path: string, authorization?: string) =>
      kindOf(app(call(authorization === undefined ? {} : { authorization }, path)))
    expect(await get('/pets/ann')).toEqual([401, 'credentials-missing'])
    expect(await get('/pets/ann', 'Bearer nobody')).toEqual([401, 'credentials-rejected'])
    expect(await get('/pets/ann', 'Bearer ann:read')).toEqual([403, 'scope-missing'])
    expect(await get('/pets/bob', 'Bearer ann:write')).toEqual([403, 'forbidden'])
    expect(await get('/pets/ann', 'Bearer ann:write')).toEqual([405, 'method-not-allowed'])
    expect(await kindOf(send('/pets/ann?limit=x'))).toEqual([401, 'credentials-missing'])
    expect(await kindOf(send('/pets/ann?limit=x', 'Bearer ann:read'))).toEqual([403, 'scope-missing'])
    expect(await kindOf(send('/pets/bob?limit=x', 'Bearer ann:write'))).toEqual([403, 'forbidden'])
    expect(await kindOf(send('/pets/ann?limit=x', 'Bearer ann:write'))).toEqual([400, 'invalid-parameter'])
    expect(await kindOf(send('/pets/ann', 'Bearer ann:write'))).toEqual([400, 'malformed-body'])
    expect((await send('/pets/ann', 'Bearer ann:write', '{}')).status).toBe(200)
  })

  test('a wrong method is refused as such to those who may call an operation of the path, whichever', async () => {
    const path = '/pets/{id}'
    const reads = { path, method: 'GET', security: [{ Bearer: ['read'] }] } as const
    const writes = { path, method: 'PUT', security: [{ Bearer: ['write'] }] } as const
    const authorize = vi.fn(async () => undefined)
    const options = { authenticate, authorize, noStore: true }
    const closed = appOf<string>(documentOf([reads, writes], { securitySchemes }), options)
    const post = (app: typeof closed, authorization?: string) =>
      app(
        new Request('http://host/pets/1', {
          method: 'POST',
          headers: { ...(authorization && { authorization }) },
        }),
      )
    expect(await kindOf(post(closed, 'Bearer ann:write'))).toEqual([405, 'method-not-allowed'])
    expect(authorize).toHaveBeenCalledOnce()
    const refused = await post(closed, 'Bearer ann:other')
    expect(refused.headers.get('www-authenticate')).toMatch(/scope="read"/)
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([403, 'no-store'])
    const open = appOf<string>(documentOf([writes, { path, method: 'GET' }], { securitySchemes }), {
      authenticate,
    })
    expect(await kindOf(post(open))).toEqual([405, 'method-not-allowed'])
  })

  test('what authorize answers is the tenant of the handler, for each request its own', async () => {
    const handlers: Handlers = {
      operation0: (_: never, { tenant }: { tenant: unknown }) => ({ status: 200, body: { tenant } }),
    }
    const open = documentOf([{ path: '/{id}' }])
    const get = (app: (request: Request) => Promise<Response>, path: string) => answerOf(app(call({}, path)))
    const accounts = appOf(open, { handlers, authorize: async ({ path }) => ({ account: path['id'] }) })
    expect(await Promise.all([get(accounts, '/a'), get(accounts, '/b%20c')])).toEqual([
      [200, { tenant: { account: 'a' } }],
      [200, { tenant: { account: 'b c' } }],
    ])
    expect(await get(appOf(open, { handlers, authorize: async () => {} }), '/a')).toEqual([200, {}])
    expect(await get(appOf(open, { handlers }), '/a')).toEqual([200, {}])
  })

  test('tenancy sees decoded path parameters', async () => {
    expect((await send('/pets/a%20n', 'Bearer a n:write', '{}')).status).toBe(200)
  })
})
