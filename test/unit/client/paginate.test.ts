import {
  bodyMembers,
  countedMembers,
  countItems,
  createClient,
  defineOperation,
  type ListOperation,
  pageUrl,
  writeQueryKey,
} from '@concordat/runtime/client'
import type { PagesDescriptor } from '@concordat/runtime/http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { json, type Step, stubService } from './stub-service.ts'

interface ListRequest {
  readonly query?: {
    readonly limit?: number
    readonly offset?: number
    readonly page?: number
    readonly q?: string
  }
}
type ListResponse = { readonly status: 200; readonly body: { readonly results: readonly number[] } }

const schemes = { key: { type: 'apiKey', in: 'query', name: 'key', write: writeQueryKey } } as const

/** The same choice as the generator's. */
const WALKS: Readonly<Record<string, typeof bodyMembers>> = { items: countedMembers, pages: countedMembers }

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

function listOf(pages: PagesDescriptor) {
  return defineOperation<ListOperation<ListRequest, ListResponse, number>>(
    { operationId: 'list', method: 'GET', path: '/pets', statuses: '200', security: [['key']], pages },
    {
      list: WALKS[pages.next.from] ?? bodyMembers,
      ...(!pages.sent && { url: pageUrl }),
      ...(pages.count && { count: countItems }),
    },
  )
}

function service(pages: PagesDescriptor, ...steps: readonly Step[]) {
  const { fetch, requests } = stubService(...steps)
  const operation = listOf(pages)
  const client = createClient(
    { baseUrl: 'http://a.test/v1', fetch, credentials: { key: 'k' } },
    { securitySchemes: schemes },
  )
  return {
    items: (request?: ListRequest) => collect(operation.items(client, request)),
    pages: (request?: ListRequest) => collect(operation.pages(client, request)),
    walk: (request?: ListRequest) => operation.items(client, request),
    urls: () => requests.map(({ url }) => url.replace('http://a.test', '')),
  }
}

const linked: PagesDescriptor = { items: ['results'], next: { from: 'body', path: ['next'] } }
const page = (results: readonly number[], next?: unknown) => json({ results, next })

describe('pages by URL', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('below a base URL that is relative to the page of a browser', async () => {
    const pages = [page([1], '/v1/pets?offset=1'), page([2], 'https://other.test/v1/pets')]
    const urls: unknown[] = []
    vi.stubGlobal('location', { href: 'http://page.test/app/' })
    vi.stubGlobal('fetch', async (url: unknown) => {
      urls.push(url)
      return pages[urls.length - 1]
    })
    const list = listOf(linked).items(createClient({ baseUrl: '/v1' }))
    await expect(collect(list)).rejects.toThrow('on another origin, "https://other.test"')
    expect(urls).toEqual(['/v1/pets', 'http://page.test/v1/pets?offset=1'])
  })

  test('absolute, relative to the origin, and relative to the query', async () => {
    const list = service(
      linked,
      page([1, 2], 'http://a.test/v1/pets?offset=2&key=k'),
      page([3], '/v1/pets?offset=3'),
      page([4], '?offset=4'),
      page([5], null),
    )
    expect(await list.items({ query: { limit: 2 } })).toEqual([1, 2, 3, 4, 5])
    expect(list.urls()).toEqual([
      '/v1/pets?limit=2&key=k',
      '/v1/pets?offset=2&key=k',
      '/v1/pets?offset=3&key=k',
      '/v1/pets?offset=4&key=k',
    ])
  })

  test('another origin is not sent the credentials', async () => {
    const list = service(linked, page([1], 'http://b.test/v1/pets?offset=1'))
    await expect(list.items()).rejects.toMatchObject({ name: 'PaginationError' })
    expect(list.urls()).toHaveLength(1)
  })

  test.each(['http://a.test/v1/pets', '/v1/pets?key=k', ''])(
    'a page that names itself (%j) does not loop',
    async (next) => {
      const list = service(linked, page([1], next))
      if (next === '') expect(await list.items()).toEqual([1])
      else await expect(list.items()).rejects.toMatchObject({ name: 'PaginationError' })
      expect(list.urls()).toHaveLength(1)
    },
  )

  test('a longer loop ends too', async () => {
    const list = service(linked, page([1], '?p=2'), page([2], '?p=3'), page([3], '?p=2'))
    await expect(list.items()).rejects.toThrow('leads back to an earlier page')
  })

  test('an empty page that names a next one is passed over', async () => {
    const list = service(linked, page([1], '?p=2'), page([], '?p=3'), page([2]))
    expect(await list.pages()).toEqual([{ results: [1], next: '?p=2' }, { results: [2] }])
  })

  test('empty pages without end are a failure', async () => {
    const empty = Array.from({ length: 102 }, (_, index) => page([], `?p=${index}`))
    const list = service(linked, page([1], '?p=first'), ...empty)
    await expect(list.items()).rejects.toThrow('returned 101 empty pages in a row')
  })

  test('the first page is given even when it is empty', async () => {
    expect(await service(linked, page([], null)).pages()).toEqual([{ results: [], next: null }])
  })

  test('a page is asked for when it is reached', async () => {
    const list = service(linked, page([1, 2], '?p=2'))
    for await (const item of list.walk()) if (item === 2) break
    expect(list.urls()).toHaveLength(1)
  })

  test('a failure on the way is an ApiError', async () => {
    const list = service(linked, page([1], '?p=2'), json({}, { status: 500 }))
    await expect(list.items()).rejects.toMatchObject({ name: 'ApiError', status: 500 })
  })

  test('an answer without items is said to be one', async () => {
    await expect(service(linked, json({})).items()).rejects.toThrow('returned no array at "results"')
  })
})

describe('pages by arithmetic', () => {
  const counted: PagesDescriptor = {
    items: ['results'],
    next: { from: 'items', first: 0 },
    sent: { in: 'query', path: ['offset'] },
    total: ['total'],
  }

  test('offset, until the total is reached', async () => {
    const list = service(counted, json({ results: [1, 2], total: 3 }), json({ results: [3], total: 3 }))
    expect(await list.items({ query: { limit: 2, q: 'x' } })).toEqual([1, 2, 3])
    expect(list.urls()).toEqual(['/v1/pets?limit=2&q=x&key=k', '/v1/pets?limit=2&q=x&offset=2&key=k'])
  })

  test('an empty page before the total is reached is a failure', async () => {
    const list = service(counted, json({ results: [1, 2], total: 3 }), json({ results: [], total: 3 }))
    await expect(list.items()).rejects.toThrow('has no items from position 2 on, although the total is 3')
  })

  test('offset without a total, until an empty page; it starts where the caller says', async () => {
    const list = service(
      { items: [], next: { from: 'items', first: 0 }, sent: { in: 'query', path: ['offset'] } },
      json([1, 2]),
      json([3]),
      json([]),
    )
    expect(await list.items({ query: { offset: 10 } })).toEqual([1, 2, 3])
    expect(list.urls()).toEqual([
      '/v1/pets?offset=10&key=k',
      '/v1/pets?offset=12&key=k',
      '/v1/pets?offset=13&key=k',
    ])
  })

  test('page numbers', async () => {
    const list = service(
      {
        items: ['results'],
        next: { from: 'pages', first: 1 },
        sent: { in: 'query', path: ['page'] },
      },
      page([1]),
      page([2]),
      page([]),
    )
    expect(await list.items()).toEqual([1, 2])
    expect(list.urls()).toEqual(['/v1/pets?key=k', '/v1/pets?page=2&key=k', '/v1/pets?page=3&key=k'])
  })
})

describe('pages by cursor', () => {
  const cursors: PagesDescriptor = {
    items: ['data', 'list'],
    next: { from: 'body', path: ['meta', 'next'] },
    sent: { in: 'query', path: ['after'] },
  }
  const answer = (list: readonly number[], next?: string) => json({ data: { list }, meta: { next } })

  test('until there is none', async () => {
    const list = service(cursors, answer([1], 'a b'), answer([2]))
    expect(await list.items({ query: { q: 'x' } })).toEqual([1, 2])
    expect(list.urls()).toEqual(['/v1/pets?q=x&key=k', '/v1/pets?q=x&after=a%20b&key=k'])
  })

  test('one that comes again does not loop', async () => {
    const list = service(cursors, answer([1], 'a'), answer([2], 'b'), answer([3], 'a'))
    await expect(list.items()).rejects.toMatchObject({ name: 'PaginationError' })
  })
})

describe('a list that says how many items it has', () => {
  const pages: PagesDescriptor = {
    items: ['results'],
    next: { from: 'body', path: ['next'] },
    count: ['total'],
    starts: ['offset'],
  }
  const counted = (results: readonly number[], total: number, next?: unknown) =>
    json({ results, total, next: next ?? null })

  test('and ends before that is a failure, after all that it gave', async () => {
    const { walk } = service(pages, counted([1, 2], 5))
    const seen: number[] = []
    const reading = async () => {
      for await (const item of walk()) seen.push(item)
    }
    await expect(reading()).rejects.toThrow('ended the list after 2 of 5 items')
    expect(seen).toEqual([1, 2])
  })

  test('is not held to that by a walk that begins later', async () => {
    const { items } = service(pages, counted([4, 5], 5))
    expect(await items({ query: { offset: 3 } })).toEqual([4, 5])
  })

  test('may lose and get items while it is read', async () => {
    const lost = service(pages, counted([1, 2], 3, '?offset=2'), counted([], 2))
    expect(await lost.items()).toEqual([1, 2])
    const got = service(pages, counted([1, 2], 3, '?offset=2'), counted([3], 4))
    expect(await got.items()).toEqual([1, 2, 3])
  })
})
