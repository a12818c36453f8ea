import { defineOperation, type ListOperation } from '@concordat/runtime/client'
import type { PagesDescriptor } from '@concordat/runtime/http'
import { countUp, infiniteQuery } from '@concordat/runtime/query'
import { expect, test } from 'vitest'
import { bundleSize } from '../../../bench/client/bundle.ts'
import { OWN } from '../../../bench/client/programs.ts'
import { codeNameOf } from '../../../generator/model/naming/parameter-names.ts'
import { createClient } from '../../golden/parameter-names-in-camel-case/expected/client.ts'
import { createApp, type Handlers } from '../../golden/parameter-names-in-camel-case/expected/server.ts'

type Counted = { readonly status: 200; readonly body: { all: number[] } }

const NOTES = ['a', 'b', 'c']

/** Connects a client to its own server, and records what each of them receives. */
function served() {
  const [urls, asked]: [string[], unknown[]] = [[], []]
  const handlers: Handlers = {
    listNotes({ path, query, header, cookie }, { given }) {
      asked.push({ path, query, header, cookie, given: given.query })
      const start = Number(query.pageToken ?? 0)
      const end = start + query.pageSize
      const note_list = NOTES.slice(start, end).map((note_id) => ({ note_id }))
      return { status: 200, body: { note_list, next_page_token: end < NOTES.length ? String(end) : null } }
    },
    listTwins({ path, query }) {
      asked.push({ path, query })
      return { status: 204 }
    },
    listPeople({ query }) {
      asked.push({ query })
      return { status: 204 }
    },
  }
  const app = createApp({ handlers, validateResponses: 'throw' })
  const client = createClient({
    baseUrl: 'https://names.test',
    fetch: (request) => {
      urls.push(request.url.slice('https://names.test'.length))
      return app(request)
    },
  })
  return { client, urls, asked }
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

test("client and handlers have the names of code, and the document's travel", async () => {
  const { client, urls, asked } = served()
  const after = new Date('2026-01-02T03:04:05Z')
  const query = { pageSize: 3, filterCreatedAfter: after, onlyIds: ['x', 'y'] }
  await client.listNotes({
    path: { personId: '7' },
    query,
    header: { xRequestId: 'r' },
    cookie: { themeColor: 'red' },
  })
  expect(urls).toEqual([
    '/people/7/notes?page_size=3&filter%5Bcreated_after%5D=2026-01-02T03%3A04%3A05.000Z&only_ids=x,y',
  ])
  expect(asked).toEqual([
    {
      path: { personId: '7' },
      query,
      header: { xRequestId: 'r' },
      cookie: { themeColor: 'red' },
      given: query,
    },
  ])
})

test('a walk sends what it begins with once, and then what each page says', async () => {
  const { client, urls, asked } = served()
  const request = {
    path: { personId: '7' },
    query: { pageSize: 1, pageToken: '1' },
    header: { xRequestId: 'r' },
  }
  expect(await collect(client.listNotes.items(request))).toEqual([{ note_id: 'b' }, { note_id: 'c' }])
  expect(urls).toEqual([
    '/people/7/notes?page_size=1&page_token=1',
    '/people/7/notes?page_size=1&page_token=2',
  ])
  expect(asked).toMatchObject([{ query: { pageToken: '1' } }, { query: { pageToken: '2' } }])
})

test('pages of an infinite query are counted from the page that the request asks for by the name of code', () => {
  const pages: PagesDescriptor = {
    items: ['all'],
    next: { from: 'pages', first: 1 },
    sent: { in: 'query', path: ['page_number'], as: ['pageNumber'] },
  }
  const descriptor = { operationId: 'list', method: 'GET', path: '/', statuses: '200', pages }
  const list = defineOperation<ListOperation<{ query: { pageNumber: number } }, Counted, number>>(descriptor)
  const { client } = served()
  const query = infiniteQuery(list, countUp)(client.client, { query: { pageNumber: 3 } })
  expect(query.getNextPageParam({ all: [1] }, [{ all: [1] }], null)).toBe(4)
})

test('defaults have the names of code, and messages those of the document', async () => {
  const { client, asked } = served()
  const header = { xRequestId: 'r' }
  await client.listNotes({ path: { personId: '7' }, header })
  expect(asked).toMatchObject([{ query: { pageSize: 2 }, given: {} }])
  const wrong = client.listNotes({ path: { personId: '7' }, header, query: { pageSize: Number('x') } })
  await expect(wrong).rejects.toMatchObject({ body: { detail: expect.stringContaining('query.page_size') } })
})

test('parameters that would be called the same keep their names, where they stand side by side', async () => {
  const { client, urls, asked } = served()
  await client.listTwins({ path: { personId: '7' }, query: { born_in: 'a', bornIn: 'b', top: 3, _: 'c' } })
  await client.listPeople({ query: { bornIn: 'a' } })
  expect(urls).toEqual(['/people/7/twins?born_in=a&bornIn=b&%24top=3&_=c', '/people?born_in=a'])
  expect(asked).toEqual([
    { path: { personId: '7' }, query: { born_in: 'a', bornIn: 'b', top: 3, _: 'c' } },
    { query: { bornIn: 'a' } },
  ])
})

test.each([
  ['page_size', 'pageSize'],
  ['X-Request-Id', 'xRequestId'],
  ['page[number]', 'pageNumber'],
  ['$filter', 'filter'],
  ['limit', undefined],
  ['$', undefined],
  ['', undefined],
])('"%s" is called %s', (name, inCode) => {
  expect(codeNameOf({ name, in: 'query' }, 'camelCase')).toBe(inCode)
  expect(codeNameOf({ name, in: 'query' }, undefined)).toBeUndefined()
})

test('a function names parameters by their name and location', () => {
  const naming = ({ name, in: location }: { name: string; in: string }) => `${location}_${name}`
  expect(codeNameOf({ name: 'a', in: 'query' }, naming)).toBe('query_a')
  expect(codeNameOf({ name: 'a', in: 'path' }, ({ name }) => name)).toBeUndefined()
  expect(() => codeNameOf({ name: 'a', in: 'path' }, () => '')).toThrow(
    '"parameterNames" returned "" for the path parameter "a"; expected a name.',
  )
})

test('a client without such names loads nothing of them', async () => {
  const named = OWN.plain.replace('{ createClient', '{ clientNames, createClient')
  expect(await bundleSize(named)).toBe(await bundleSize(OWN.plain))
})
