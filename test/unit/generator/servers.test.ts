import { createMock } from '@concordat/mock'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { describeDocument } from '../../../generator/model/describe-document.ts'
import { defaultBaseUrl, modelServers } from '../../../generator/model/server/server.ts'
import { writeRequest } from '../../../runtime/contract/data/exchange/request.ts'
import { createClient as createUploads } from '../../golden/servers-of-operations/expected/client.ts'
import { document } from '../../golden/servers-of-operations/expected/operations.ts'
import { createApp } from '../../golden/servers-of-operations/expected/server.ts'
import { createClient, servers } from '../../golden/webhooks-callbacks-and-servers/expected/client.ts'

type ClientOptions = Parameters<typeof createUploads>[0]

const done = async () => ({ status: 204 }) as const

const bare = { openapi: '3.1.1', info: { title: 'A', version: '1' } }

describe('servers of a document', () => {
  test('variables have their defaults; without one a server is left out', () => {
    const region = { default: 'eu', enum: ['eu', 'us'] }
    const document = {
      ...bare,
      servers: [
        { url: 'https://{region}.a.test/{region}', variables: { region }, description: 'Where it is' },
        { url: 'https://{tenant}.a.test', variables: { tenant: {} } },
        { url: '/v1' },
      ],
    }
    expect(modelServers(document)).toEqual([
      { url: 'https://eu.a.test/eu', description: 'Where it is' },
      { url: '/v1' },
    ])
    expect(modelServers(bare)).toEqual([])
  })

  test.each([
    ['https://a.test', 'https://a.test'],
    ['HTTP://a.test:80/v1/', 'HTTP://a.test:80/v1/'],
    ['/v1', undefined],
    ['//a.test', undefined],
    ['https://user@a.test', undefined],
    ['https://a.test?x=1', undefined],
    ['ws://a.test', undefined],
  ])('%s as the first gives the base URL %s', (url, expected) => {
    expect(defaultBaseUrl([{ url }, { url: 'https://other.test' }])).toBe(expected)
  })
})

describe('the base path of a document is the path of its first server', () => {
  test.each([
    [[{ url: 'https://a.test/v1/' }, { url: '/v2' }], '/v1'],
    [[{ url: '/v1' }], '/v1'],
    [[{ url: 'v1/inner' }], '/v1/inner'],
    [[{ url: './' }], undefined],
    [[{ url: 'https://a.test' }], undefined],
    [[{ url: '{base}', variables: { base: { default: 'https://a.test/of%20it' } } }], '/of%20it'],
    [[{ url: '/{unknown}' }, { url: '/v2' }], '/v2'],
    [[{ url: 'https://:' }], undefined],
    [[], undefined],
  ])('%j: %s', (servers, basePath) => {
    const { descriptor } = describeDocument(
      { ...bare, servers, paths: {} },
      { withPlaces: false, mayReferDynamically: false, report: () => undefined },
    )
    expect(descriptor.basePath).toBe(basePath)
  })
})

describe('a client of a document with a server', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('calls the first server, or the base URL that it is given', async () => {
    const asked: unknown[] = []
    vi.stubGlobal('fetch', async (url: unknown) => {
      asked.push(url)
      return new Response(null, { status: 204 })
    })
    await createClient().subscribe()
    await createClient({ baseUrl: undefined }).subscribe()
    await createClient({ baseUrl: 'http://127.0.0.1:1/' }).subscribe()
    expect(asked).toEqual([
      'https://eu.example.test/v1/subscriptions',
      'https://eu.example.test/v1/subscriptions',
      'http://127.0.0.1:1/subscriptions',
    ])
    expect(servers[0].url).toBe('https://eu.example.test/v1')
  })

  test('takes values for the variables of its server', async () => {
    const asked: unknown[] = []
    vi.stubGlobal('fetch', async (url: unknown) => {
      asked.push(url)
      return new Response(null, { status: 204 })
    })
    await createClient({ server: { region: 'us' } }).subscribe()
    await createClient({ server: {} }).subscribe()
    // @ts-expect-error the document does not have this region
    await createClient({ server: { region: 'fr' } }).subscribe()
    expect(asked).toEqual([
      'https://us.example.test/v1/subscriptions',
      'https://eu.example.test/v1/subscriptions',
      'https://fr.example.test/v1/subscriptions',
    ])
  })
})

describe('operations with a server of their own', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** Returns the requested URL for each base URL. */
  async function asked(options: ClientOptions = {}): Promise<unknown[]> {
    const urls: unknown[] = []
    vi.stubGlobal('fetch', async (url: unknown) => {
      urls.push(url)
      return new Response(null, { status: 204 })
    })
    const api = createUploads(options)
    for (const operation of [api.list, api.upload, api.newest, api.sibling]) await operation()
    return urls
  }

  test('are called there', async () => {
    expect(await asked()).toEqual([
      'https://api.example.test/v1/files',
      'https://uploads.example.test/v1/uploads',
      'https://api.example.test/v2/newest',
      'https://eu.example.test/sibling',
    ])
  })

  test('are called below the same origin where another base URL is given', async () => {
    expect(await asked({ baseUrl: 'http://127.0.0.1:8080/v1' })).toEqual([
      'http://127.0.0.1:8080/v1/files',
      'http://127.0.0.1:8080/v1/uploads',
      'http://127.0.0.1:8080/v2/newest',
      'http://127.0.0.1:8080/sibling',
    ])
  })

  const handlers = { list: done, upload: done, newest: done, sibling: done }
  const statusOf = async (path: string, options: { basePath?: string } = {}) =>
    (await createApp({ handlers, ...options })(new Request(`http://host${path}`))).status

  test.each([
    ['/v1/files', 204],
    ['/v1/uploads', 204],
    ['/v2/newest', 204],
    ['/v1/newest', 404],
    ['/files', 404],
    ['/sibling', 204],
  ])('are served where a client calls them: %s is answered %i', async (path, status) => {
    expect(await statusOf(path)).toBe(status)
  })

  test('are served below another base path, or none', async () => {
    expect(await statusOf('/files', { basePath: '' })).toBe(204)
    expect(await statusOf('/v3/files', { basePath: '/v3' })).toBe(204)
    expect(await statusOf('/v1/files', { basePath: '/v3' })).toBe(404)
    expect(await statusOf('/v2/newest', { basePath: '' })).toBe(204)
  })

  test('meet the client of the same document', async () => {
    const api = createUploads({ fetch: createApp({ handlers }) })
    for (const operation of [api.list, api.upload, api.newest, api.sibling])
      expect(await operation.result()).toMatchObject({ status: 204 })
  })

  test('are mocked where a client calls them', async () => {
    const api = createUploads({ fetch: createMock(document) })
    for (const operation of [api.list, api.upload, api.newest, api.sibling])
      expect(await operation.result()).toMatchObject({ status: 204 })
  })

  test('a path without the base path is told where paths begin', async () => {
    const app = createApp({ handlers })
    const detailOf = async (path: string) =>
      (await (await app(new Request(`http://host${path}`))).json()).detail
    expect(await detailOf('/files')).toBe(
      'No operation has this path; paths without a server of their own begin with "/v1".',
    )
    expect(await detailOf('/v1/nothing')).toBe('No operation has this path.')
  })

  test('are tested on the server that is named, below their own path', () => {
    const urls = document.operations.map(
      (operation) => writeRequest({ operation }, 'http://127.0.0.1:8080/v1').url.href,
    )
    expect(urls).toEqual([
      'http://127.0.0.1:8080/v1/files',
      'http://127.0.0.1:8080/v1/uploads',
      'http://127.0.0.1:8080/v2/newest',
      'http://127.0.0.1:8080/sibling',
    ])
  })
})
