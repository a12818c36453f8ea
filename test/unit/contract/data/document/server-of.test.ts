import { expect, test } from 'vitest'
import { findServedDocument } from '../../../../../generator/commands/verify/address/served-document.ts'
import { settleBaseUrl } from '../../../../../generator/commands/verify/address/server-of.ts'
import { answers, described } from '../../support/described.ts'

const origin = 'http://shop.test'

/** Returns the base URL of a run on a server whose paths are all below one path. */
async function settled(
  below: string,
  {
    servers = [],
    location,
    isGiven = false,
    method = 'get',
  }: {
    readonly servers?: readonly string[]
    readonly location?: string
    readonly isGiven?: boolean
    readonly method?: 'get' | 'post'
  } = {},
) {
  const names = ['orders', 'items']
  const paths = ['', ...names].map((name) => [
    `/${name}`,
    { [method]: { operationId: `get-${name}`, responses: answers({ type: 'object' }) } },
  ])
  const document = await described(Object.fromEntries(paths))
  const there = new Set(['/', ...names.map((name) => `${below}/${name}`)])
  const said: string[] = []
  const { baseUrl } = await settleBaseUrl(origin, {
    ...{ document, servers, location, target: { baseUrl: origin } },
    ...(!isGiven && { served: { document: location ?? '', found: location ?? '' } }),
    ask: async (url) => {
      const status = there.has(new URL(url).pathname) ? 200 : 404
      return { url, status, headers: new Headers({ 'content-type': 'application/json' }), text: '{}' }
    },
    say: (line) => said.push(line),
  })
  return { baseUrl, said }
}

test.each([
  ['/orders-api/v1', '/orders-api/v1', '/orders-api/openapi.json'],
  ['v1', '/orders-api/v1', '/orders-api/openapi.json'],
  ['./', '/orders-api', '/orders-api/openapi.json'],
  ['..', '/orders-api', '/orders-api/docs/openapi.json'],
  ['https://elsewhere.example/v1', '/v1', '/orders-api/openapi.json'],
])('the server %s is at %s, seen from %s', async (url, path, document) => {
  const { baseUrl, said } = await settled(path, { servers: [url], location: origin + document })
  expect(baseUrl).toBe(origin + path)
  expect(said).toEqual([`Base URL: ${origin}${path}, with the base path from the document.`])
})

// A document without "servers" has the default "/", which is the root of the host wherever the document is.
// @see OpenAPI 3.1.1, OpenAPI Object
test('without servers the paths of a document are at the root of its host', async () => {
  const location = `${origin}/orders-api/docs/openapi.json`
  expect(await settled('', { location })).toEqual({ baseUrl: origin, said: [] })
})

test('a document without servers whose paths are not there is looked for where it stands itself', async () => {
  const location = `${origin}/orders-api/docs/openapi.json`
  const { baseUrl, said } = await settled('/orders-api', { location })
  expect(baseUrl).toBe(`${origin}/orders-api`)
  expect(said).toEqual([`Base URL: ${origin}/orders-api, where the document's path /orders was found.`])
})

test('a document that was given says by its servers below which path an origin has it', async () => {
  const given = { servers: ['http://localhost:19120/shop/v1'], isGiven: true }
  const { baseUrl, said } = await settled('/shop/v1', given)
  expect(baseUrl).toBe(`${origin}/shop/v1`)
  expect(said).toEqual([`Base URL: ${origin}/shop/v1, where the document's path /orders was found.`])
  await expect(settled('/api', given)).rejects.toThrow(
    `/orders was found under ${origin}/api. Fix: use that as the base URL.`,
  )
})

test('the base path of procedures, which nothing can request to find out, is the stated one', async () => {
  const stated = { servers: [`${origin}/agent`], location: `${origin}/openapi.json`, method: 'post' } as const
  expect((await settled('/agent', stated)).baseUrl).toBe(`${origin}/agent`)
})

test('a document that was given by an address of the server is its own', async () => {
  const given = { location: `${origin}/shop-openapi/openapi.yaml`, isGiven: true }
  const { baseUrl, said } = await settled('/api', given)
  expect(baseUrl).toBe(`${origin}/api`)
  expect(said).toEqual([`Base URL: ${origin}/api, where the document's path /orders was found.`])
  const elsewhere = { location: 'http://docs.test/openapi.yaml', isGiven: true }
  await expect(settled('/api', elsewhere)).rejects.toThrow('Fix: use that as the base URL.')
})

const document = '{"openapi":"3.1.0","paths":{}}'
const ui = '<html><script src="swagger-initializer.js"></script></html>'

// The default name of gRPC gateways, an index of files, and three ways to configure Swagger UI.
test.each<[place: string, files: Readonly<Record<string, string>>]>([
  ['/shop-openapi/openapi.yaml', { '/': '<html><head><title>Shop</title></head></html>' }],
  ['/openapiv2/apidocs.swagger.json', {}],
  ['/openapiv2/ferry.swagger.json', { '/openapiv2/': '<pre><a href="ferry.swagger.json">ferry</a></pre>' }],
  [
    '/specs/ferry',
    {
      '/swagger-ui/': ui,
      '/swagger-ui/swagger-initializer.js': 'SwaggerUIBundle({ url: "../specs/ferry" })',
    },
  ],
  [
    '/specs/ferry',
    {
      '/docs': '<html><script src="/docs-init.js"></script></html>',
      '/docs-init.js': "ui({ urls: [{ name: 'Ferry', 'url': '/specs/ferry' }] })",
    },
  ],
  [
    '/specs/ferry',
    {
      '/swagger-ui/': ui,
      '/swagger-ui/swagger-initializer.js': 'SwaggerUIBundle({ "configUrl" : "/specs/config" })',
      '/specs/config': '{"urls":[{"url":"https://elsewhere.example/a"},{"url":"/specs/ferry"}]}',
    },
  ],
])('a document is found at %s', async (place, files) => {
  const found = await findServedDocument(origin, async (url) => {
    const { pathname } = new URL(url)
    const text = pathname === place ? document : files[pathname]
    return { url, status: text === undefined ? 404 : 200, headers: new Headers(), text: text ?? '' }
  })
  expect(found?.document).toBe(origin + place)
})
