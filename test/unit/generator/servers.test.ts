import { afterEach, describe, expect, test, vi } from 'vitest'
import { defaultBaseUrl, serversOf } from '../../../generator/model/server.ts'
import { createClient, servers } from '../../golden/webhooks-callbacks-and-servers/expected/client.ts'

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
    expect(serversOf(document)).toEqual([
      { url: 'https://eu.a.test/eu', description: 'Where it is' },
      { url: '/v1' },
    ])
    expect(serversOf(bare)).toEqual([])
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
})
