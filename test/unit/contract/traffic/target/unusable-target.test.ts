import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runContract, type Target } from '@concordat/contract'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { afterEach, describe, expect, test } from 'vitest'
import { PET_KEY } from '../../pet/pet-caller.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { answering, closeAll, listen } from '../../support/listen.ts'
import { documentOf, outcomes } from '../../support/small-service.ts'

afterEach(closeAll)

/** Certificates for 127.0.0.1, valid until 2120, that an unknown authority issued for these tests. */
const pem = (name: string) => readFileSync(join(import.meta.dirname, '../../tls', `${name}.pem`), 'utf8')
const tls = { key: pem('server.key'), cert: pem('server') }

const run = (target: Partial<Target> & { baseUrl: string }) =>
  runContract({
    document: petDocument,
    target: { credentials: { PetKey: PET_KEY }, ...target },
    select: { operations: ['listPets'], rules: ['conformance'] },
  })

const redirectingTo = (location: string) =>
  answering(() => new Response(null, { status: 307, headers: { location } }))

describe('one request is enough to say', () => {
  test('that nothing listens', async () => {
    const baseUrl = await listen(() => {})
    closeAll()
    await expect(run({ baseUrl })).rejects.toThrow(
      /does not respond: nothing is listening there \(.*ECONNREFUSED.*\) \((GET|POST) .*\)\. Fix: start the server/,
    )
  })

  test('that a name is unknown', async () => {
    await expect(run({ baseUrl: 'http://nobody.invalid' })).rejects.toThrow(
      /does not respond: (its host name is unknown|its host name cannot be resolved)/,
    )
  })

  test('that the server is too slow', async () => {
    const baseUrl = await listen(() => {})
    await expect(run({ baseUrl, timeoutMs: 50 })).rejects.toThrow(
      /does not respond: it timed out after 50 ms \((GET|POST) .*\)\. Fix: allow more time with --timeout\.$/,
    )
  })

  test('but not that it is too slow when a read is answered the next time', async () => {
    let requests = 0
    const baseUrl = await listen((_, response) => {
      if (++requests > 2) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    const read = { operationId: 'read', method: 'GET', path: '/state', responses: { '200': {} } }
    const rules = ['conformance']
    expect(await outcomes(documentOf([read]), { baseUrl, timeoutMs: 3000, rules })).toEqual([
      'conformance read: passed',
    ])
    expect(requests).toBe(3)
  })

  test('that the server ends connections', async () => {
    const baseUrl = await listen((request) => request.socket.destroy())
    await expect(run({ baseUrl })).rejects.toThrow('does not respond: it closed the connection')
  })

  test('that the server redirects, answers HTML or refuses the key', async () => {
    const answers: [Response, RegExp][] = [
      [
        new Response(null, { status: 302, headers: { location: '/login' } }),
        /redirects to \/login\. Fix: correct /,
      ],
      [
        new Response(null, { status: 307, headers: { location: '/v1/pets' } }),
        /redirects to \/v1\/pets\. Fix: use http:\/\/127\.0\.0\.1:\d+\/v1 as the base URL\.$/,
      ],
      [
        new Response('<p>', { headers: { 'content-type': 'text/html' } }),
        /responds with an HTML page, which no operation of "Pets" documents/,
      ],
      [Response.json({}, { status: 401 }), /returns 401 although a credential is configured/],
    ]
    for (const [answer, message] of answers) {
      const baseUrl = await listen(answering(() => answer.clone()))
      await expect(run({ baseUrl })).rejects.toThrow(message)
    }
  })

  test.each([
    ['with a query', '/v1/pets?page=1', '/v1'],
    ['on another origin', 'https://api.test/api/pets', 'https://api.test/api'],
  ])('that the same path %s has another base', async (_, location, base) => {
    const baseUrl = await listen(redirectingTo(location))
    await expect(run({ baseUrl: `${baseUrl}/api/` })).rejects.toThrow(
      `redirects to ${location}. Fix: use ${new URL(base, baseUrl).href} as the base URL.`,
    )
  })

  test.each([
    ['to a page that gets the path in its query', '/login?next=/pets'],
    ['to a page that gets the path in its fragment', '/login#/pets'],
    ['to the same address', '/api/pets'],
    ['to the same address with another query', '/api/pets?page=1'],
    ['to a path that only ends alike', '/carpets'],
    ['to an app', 'app://open/pets'],
  ])('that a redirect %s has no other base', async (_, location) => {
    const baseUrl = `${await listen(redirectingTo(location))}/api`
    await expect(run({ baseUrl })).rejects.toThrow(`redirects to ${location}. Fix: correct the base URL.`)
  })
})

test('a 401 to a request that the document says needs no credential does not blame the credential', async () => {
  const document = documentOf(
    ['/a', '/b', '/c'].map((path) => ({
      ...{ operationId: path, method: 'GET', path, responses: { '200': {} }, security: [] },
    })),
    { securitySchemes: { Key: { type: 'http', scheme: 'bearer' } } },
  )
  const answer = () => new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
  const run = outcomes(document, { answer, credentials: { Key: 'right' }, rules: ['conformance'] })
  await expect(run).rejects.toThrow(
    /returns 401 to a request without the configured credential, .* Fix: correct "security" in the document\.$/,
  )
})

test('nor does a 401 end a run that lacks the credential of some operations', async () => {
  const read = (path: string, security: OperationDescriptor['security'] = []) => ({
    ...{ operationId: path, method: 'GET', path, responses: { '200': {}, '401': {} }, security },
  })
  const document = documentOf(
    [
      ...['/a', '/b', '/c'].map((path) => read(path, [{ Admin: [] }])),
      read('/audit'),
      read('/pets', [{ Key: [] }]),
    ],
    {
      securitySchemes: {
        Key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        Admin: { type: 'http', scheme: 'bearer' },
      },
    },
  )
  const lines = await outcomes(document, {
    answer: ({ headers }) =>
      new Response(null, {
        status: headers.get('x-key') === 'right' ? 200 : 401,
        headers: { 'www-authenticate': 'Bearer' },
      }),
    credentials: { Key: 'right' },
    rules: ['conformance'],
  })
  expect(lines).toContain('conformance /pets: passed')
  expect(lines[0]).toContain('the operation needs a credential for "Admin"')
})

describe('TLS', () => {
  const ok = answering(() => Response.json({ count: 0, next: null, previous: null, results: [] }))

  test('with a certificate that nobody knows', async () => {
    await expect(run({ baseUrl: await listen(ok, tls) })).rejects.toThrow(
      /does not respond: its TLS certificate is signed by an unknown authority .* Fix: specify its certificate authority with/,
    )
  })

  test('where the server has none', async () => {
    const baseUrl = (await listen(ok)).replace('http:', 'https:')
    await expect(run({ baseUrl })).rejects.toThrow(
      /does not respond: it does not speak TLS .* Fix: write http:\/\/ instead of https:\/\//,
    )
  })

  test('with a certificate for another name', async () => {
    const baseUrl = (await listen(ok, tls)).replace('127.0.0.1', 'localhost')
    await expect(run({ baseUrl, tls: { authority: pem('authority') } })).rejects.toThrow(
      /its TLS certificate is not valid for this host/,
    )
  })

  test('with an authority of the configuration', async () => {
    const baseUrl = await listen(ok, tls)
    const report = await run({ baseUrl, tls: { authority: pem('authority') } })
    expect(report.results.map(({ outcome }) => outcome.status)).toEqual(['passed'])
  })
})

describe('mutualTLS', () => {
  const strict = { ...tls, ca: pem('authority'), requestCert: true, rejectUnauthorized: true }
  const document = { ...petDocument, securitySchemes: { PetKey: { type: 'mutualTLS' } } } as const
  const ok = answering(async (request) =>
    request.method === 'POST'
      ? Response.json(await request.json(), { status: 201 })
      : Response.json({ count: 0, next: null, previous: null, results: [] }),
  )
  const select = { operations: ['listPets'], rules: ['conformance'] }

  test('presents the client certificate', async () => {
    const client = {
      authority: pem('authority'),
      certificate: pem('client'),
      key: pem('client.key'),
    }
    const target: Target = { baseUrl: await listen(ok, strict), tls: client }
    const report = await runContract({ document, target, select })
    expect(report.results.map(({ outcome }) => outcome.status)).toEqual(['passed'])
  })

  test('without one is refused by the server, in one message', async () => {
    const target: Target = {
      baseUrl: await listen(ok, strict),
      tls: { authority: pem('authority') },
    }
    await expect(runContract({ document, target, select })).rejects.toThrow(
      /does not respond: .*(requires a client certificate|closed the connection)/,
    )
  })
})

test('a server that breaks off all requests of one operation is tested on the others', async () => {
  const ok = { responses: { '200': {} } }
  const document = documentOf([
    { operationId: 'first', method: 'GET', path: '/first', ...ok },
    {
      ...{ operationId: 'broken', method: 'GET', path: '/broken/{name}', ...ok },
      parameters: [
        { name: 'name', in: 'path', required: true, schema: { type: 'string', example: 'a' } },
        { name: 'page', in: 'query', schema: { type: 'integer' } },
      ],
    },
    { operationId: 'last', method: 'GET', path: '/last', ...ok },
  ])
  const answer = (request: Request): Response => {
    if (request.url.includes('/broken')) throw new TypeError('fetch failed')
    return new Response(null)
  }
  expect(await outcomes(document, { rules: ['conformance', 'negative', 'methods'], answer })).toEqual(
    expect.arrayContaining([
      'conformance broken: a response | no response: fetch failed',
      'negative broken: a response | no response: fetch failed',
      'conformance last: passed',
    ]),
  )
})

// Python's file server returns 501 for methods that it does not know.
test.each([405, 501])(
  'a front end with one page for every path, and %s for writes, is not the API',
  async (status) => {
    const baseUrl = await listen((request, response) => {
      if (request.method !== 'GET')
        response.writeHead(status, { 'content-type': 'text/plain' }).end('Not supported')
      else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<!doctype html><title>Front end</title>')
    })
    const whole = runContract({
      document: petDocument,
      target: { baseUrl, credentials: { PetKey: PET_KEY } },
    })
    await expect(whole).rejects.toThrow(/responds with an HTML page, which no operation of "Pets" documents/)
  },
)
