import { runContract } from '@concordat/contract'
import { SerializationError } from '@concordat/runtime/client'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../golden/path-templates-with-query-and-fragment/expected/client.ts'
import { document } from '../../golden/path-templates-with-query-and-fragment/expected/operations.ts'
import {
  createApp,
  type Handlers,
} from '../../golden/path-templates-with-query-and-fragment/expected/server.ts'

/** Each handler responds with its own name and the values that it received. */
const answer = (name: string) => async (given: { readonly path?: object; readonly query?: object }) =>
  ({ status: 200, body: [name, ...Object.values({ ...given.path, ...given.query })].join(' ') }) as const

const handlers: Handlers = {
  listMessages: answer('listMessages'),
  createMessage: answer('createMessage'),
  createBetaMessage: answer('createBetaMessage'),
  countBetaMessages: answer('countBetaMessages'),
  search: answer('search'),
  streamEvents: answer('streamEvents'),
  readFile: answer('readFile'),
  readVersion: answer('readVersion'),
  lockFile: answer('lockFile'),
}

const app = createApp({ handlers })

function connected() {
  const urls: string[] = []
  const fetch = async (request: Request) => {
    urls.push(request.url.slice('http://a.test'.length))
    return app(request)
  }
  return { urls, api: createClient({ baseUrl: 'http://a.test/', fetch }) }
}

describe('fixed queries, fragments and {+name}', () => {
  test('what the generated client calls is what the generated server runs', async () => {
    const { api, urls } = connected()
    const body = { text: 'a' }
    expect([
      await api.listMessages(),
      await api.createMessage({ body, query: { limit: 3 } }),
      await api.createBetaMessage({ body, query: { limit: 3 } }),
      await api.countBetaMessages(),
      await api.search({ path: { term: 'a b&c+d' } }),
      await api.streamEvents(),
      await api.readFile({ path: { path: 'a/b c/d?#e' } }),
      await api.readVersion({ path: { path: 'a/b', version: 7 } }),
      await api.lockFile({ path: { path: 'a/b' } }),
    ]).toEqual([
      'listMessages',
      'createMessage 3',
      'createBetaMessage 3',
      'countBetaMessages',
      'search a b&c+d',
      'streamEvents',
      'readFile a/b c/d?#e',
      'readVersion a/b 7',
      'lockFile a/b',
    ])
    expect(urls).toEqual([
      '/messages',
      '/messages?limit=3',
      '/messages?beta=true&limit=3',
      '/messages?beta=true&count',
      '/search?q=a%20b%26c%2Bd',
      '/events',
      '/files/a/b%20c/d%3F%23e',
      '/files/a/b/versions/7',
      '/files/a/b:lock',
    ])
  })

  test('values that would lead to another path are not sent', async () => {
    const { api, urls } = connected()
    await expect(api.readFile({ path: { path: '../messages' } })).rejects.toThrow(SerializationError)
    await expect(api.readFile({ path: { path: '' } })).rejects.toThrow(SerializationError)
    expect(urls).toEqual([])
  })

  test('the contract suite reaches every operation, and the server keeps it', async () => {
    const seen = new Set<string>()
    const report = await runContract({
      document,
      target: {
        baseUrl: 'http://a.test',
        pathParameters: { term: 'a', path: 'a/b', version: '1' },
        disposable: true,
        fetch: async (request) => {
          const { method, url } = request
          seen.add(`${method} ${url.slice('http://a.test'.length)}`)
          return app(request)
        },
      },
    })
    // This app accepts every id.
    const failed = report.results.filter(
      ({ rule, outcome }) => rule !== 'unknown-id' && !['passed', 'not-run'].includes(outcome.status),
    )
    expect(failed).toEqual([])
    const conform = report.results.filter(
      ({ rule, outcome }) => rule === 'conformance' && outcome.status === 'passed',
    )
    expect(conform.map(({ operationId }) => operationId)).toEqual(Object.keys(handlers))
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'GET /messages?beta=true&count',
        'GET /search?q=a',
        'GET /events',
        'GET /files/a/b',
        'GET /files/a/b/versions/1',
      ]),
    )
  })
})
