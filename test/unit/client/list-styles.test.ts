import {
  bodyMembers,
  countedMembers,
  countItems,
  createClient,
  defineOperation,
  headerMembers,
  type ListOperation,
  lastItemMembers,
  linksMembers,
  type Parts,
  pageUrl,
  rangeMembers,
  writeHeaders,
} from '@concordat/runtime/client'
import type { NextPage, PagesDescriptor } from '@concordat/runtime/http'
import { afterEach, describe, expect, test } from 'vitest'
import { PAGE_STYLES } from '../../../runtime/http/pages/page-styles.ts'
import {
  type Answered,
  type Asked,
  type CountingServer,
  type Item,
  startCountingServer,
} from './counting-server.ts'

const PAGE_SIZE = 3

interface ListStyle {
  readonly name: string
  readonly pages: PagesDescriptor
  readonly method?: 'POST'
  /** Headers of the first request. */
  readonly header?: object
  answer(asked: Asked, server: CountingServer): Answered
  /** Returns the number of requests needed for a list of `count` items. */
  requests(count: number): number
  /** Items inserted earlier in the list do not cause duplicates, and do not shift the items that follow. */
  readonly keepsPlace?: true
}

/** One request per page, until a response says that there are no more. */
const byPage = (count: number) => Math.max(1, Math.ceil(count / PAGE_SIZE))
/** Requests pages until one is empty. */
const untilEmpty = (count: number) => Math.ceil(count / PAGE_SIZE) + 1
const query = (name: string) => ({ in: 'query', path: [name] }) as const
const position = (server: CountingServer, id: unknown) =>
  id === undefined || id === null ? 0 : server.items.findIndex((item) => item.id === String(id)) + 1
/** Returns the page after the item with this id, and the values that lead to the next page. */
function after(server: CountingServer, id: unknown) {
  const from = position(server, id)
  const items = server.page(from)
  const hasMore = from + items.length < server.items.length
  return { items, last: items.at(-1)?.id, next: hasMore ? items.at(-1)?.id : null, hasMore }
}
const linkTo = (url: URL, name: string, value: unknown) => {
  const next = new URL(url)
  next.searchParams.set(name, String(value))
  return next.href
}

const styles: readonly ListStyle[] = [
  {
    name: 'offset, with a total',
    pages: { items: ['items'], next: { from: 'items', first: 0 }, sent: query('startAt'), total: ['total'] },
    answer: ({ query }, server) => {
      const startAt = Number(query.get('startAt'))
      return { body: { startAt, maxResults: 50, total: server.items.length, items: server.page(startAt) } }
    },
    requests: byPage,
  },
  {
    name: 'offset, until a page is empty',
    pages: { items: [], next: { from: 'items', first: 0 }, sent: query('offset') },
    answer: ({ query }, server) => ({ body: server.page(Number(query.get('offset'))) }),
    requests: untilEmpty,
  },
  {
    name: 'the number of the first item, from 1',
    pages: {
      items: ['rows'],
      next: { from: 'items', first: 1 },
      sent: query('startIndex'),
      total: ['total'],
    },
    answer: ({ query }, server) => ({
      body: {
        total: server.items.length,
        rows: server.page(Number(query.get('startIndex') ?? 1) - 1),
      },
    }),
    requests: byPage,
  },
  {
    name: 'page from 1, until a page is empty',
    pages: { items: [], next: { from: 'pages', first: 1 }, sent: query('page') },
    answer: ({ query }, server) => ({
      body: server.page((Number(query.get('page') ?? 1) - 1) * PAGE_SIZE),
    }),
    requests: untilEmpty,
  },
  {
    name: 'page from 1, with the number of pages',
    pages: { items: ['data'], next: { from: 'pages', first: 1 }, sent: query('page'), total: ['pages'] },
    answer: ({ query }, server) => ({
      body: {
        pages: Math.ceil(server.items.length / PAGE_SIZE),
        data: server.page((Number(query.get('page') ?? 1) - 1) * PAGE_SIZE),
      },
    }),
    requests: byPage,
  },
  {
    name: 'page from 0, with the last one marked',
    pages: { items: ['content'], next: { from: 'pages', first: 0 }, sent: query('page'), last: ['last'] },
    answer: ({ query }, server) => {
      const number = Number(query.get('page'))
      const content = server.page(number * PAGE_SIZE)
      return { body: { content, last: (number + 1) * PAGE_SIZE >= server.items.length } }
    },
    requests: byPage,
  },
  ...[0, 1].map(
    (first): ListStyle => ({
      name: `page of unknown start, which is ${first} here, as the answer counts it`,
      pages: {
        items: ['data'],
        next: { from: 'pages', current: ['meta', 'page'] },
        sent: query('page'),
        total: ['meta', 'pages'],
      },
      answer: ({ query }, server) => {
        const page = Number(query.get('page') ?? first)
        const pages = Math.ceil(server.items.length / PAGE_SIZE)
        return { body: { data: server.page((page - first) * PAGE_SIZE), meta: { page, pages } } }
      },
      requests: first === 1 ? byPage : untilEmpty,
    }),
  ),
  ...[0, 1].map(
    (first): ListStyle => ({
      name: `page of unknown start, which is ${first} here, found out by page 1`,
      pages: { items: [], next: { from: 'pages', isTried: true }, sent: query('page') },
      answer: ({ query }, server) => {
        const from = (Number(query.get('page') ?? first) - first) * PAGE_SIZE
        // Items that are requested twice are not returned to the caller twice.
        const isAgain = first === 1 && query.get('page') === '1'
        return { body: isAgain ? server.items.slice(from, from + PAGE_SIZE) : server.page(from) }
      },
      requests: (count) => (count === 0 ? 1 : untilEmpty(count) + first),
    }),
  ),
  {
    name: 'page from 1, with the number of items',
    pages: {
      items: ['data'],
      next: { from: 'pages', first: 1 },
      sent: query('page'),
      count: ['total'],
      ends: true,
      starts: ['page'],
    },
    answer: ({ query }, server) => ({
      body: {
        total: server.items.length,
        data: server.page((Number(query.get('page') ?? 1) - 1) * PAGE_SIZE),
      },
    }),
    requests: byPage,
  },
  {
    name: 'cursor that is empty on the last page, with the number of items',
    pages: {
      items: ['data'],
      next: { from: 'body', path: ['next_page_token'] },
      sent: query('page_token'),
      count: ['total'],
      starts: ['page_token'],
    },
    answer: ({ query }, server) => {
      const { items, next } = after(server, query.get('page_token') ?? undefined)
      return { body: { data: items, total: server.items.length, next_page_token: next ?? '' } }
    },
    requests: byPage,
  },
  {
    name: 'cursor in the body, nested',
    pages: {
      items: ['data'],
      next: { from: 'body', path: ['meta', 'next_token'] },
      sent: query('pagination_token'),
    },
    answer: ({ query }, server) => {
      const { items, next } = after(server, query.get('pagination_token'))
      return { body: { data: items, meta: { ...(next !== null && { next_token: next }) } } }
    },
    requests: byPage,
    keepsPlace: true,
  },
  {
    name: 'URL in the body, below "links"',
    pages: { items: ['data'], next: { from: 'body', path: ['links', 'next'] } },
    answer: ({ query, url }, server) => {
      const { items, next } = after(server, query.get('page[cursor]'))
      return { body: { data: items, links: { next: next && linkTo(url, 'page[cursor]', next) } } }
    },
    requests: byPage,
    keepsPlace: true,
  },
  {
    name: 'an array of links, as FHIR has it',
    pages: {
      items: ['entry'],
      next: { from: 'links', path: ['link'], rel: 'relation', target: 'url' },
    },
    answer: ({ query, url }, server) => {
      const { items, next } = after(server, query.get('_after'))
      const self = { relation: 'self', url: url.href }
      const link = next === null ? [self] : [self, { relation: 'next', url: linkTo(url, '_after', next) }]
      return { body: { resourceType: 'Bundle', entry: items, link } }
    },
    requests: byPage,
    keepsPlace: true,
  },
  {
    name: 'an array of links with several relations each, below "meta"',
    pages: {
      items: ['data'],
      next: { from: 'links', path: ['meta', 'links'], rel: 'rel', target: 'href' },
    },
    answer: ({ query, url }, server) => {
      const { items, next } = after(server, query.get('after'))
      const links =
        next === null
          ? undefined
          : [{ rel: ['last', 'Next'], href: new URL(linkTo(url, 'after', next)).search }]
      return { body: { data: items, meta: { links } } }
    },
    requests: byPage,
    keepsPlace: true,
  },
  {
    name: 'Link header',
    pages: { items: [], next: { from: 'header', name: 'Link' } },
    answer: ({ query, url }, server) => {
      const { items, next } = after(server, query.get('after'))
      const first = `<${linkTo(url, 'after', 0)}>; rel="first"; title="a, \\"b\\"; rel=next"`
      const link =
        next === null
          ? first
          : `${first}, <${new URL(linkTo(url, 'after', next)).search}>; title=x; REL="last Next"`
      return { body: items, headers: { Link: link } }
    },
    requests: byPage,
    keepsPlace: true,
  },
  {
    name: 'a header with the number of the next page',
    pages: { items: [], next: { from: 'header', name: 'X-Next-Page' }, sent: query('page') },
    answer: ({ query }, server) => {
      const page = Number(query.get('page') ?? 1)
      const isLast = page * PAGE_SIZE >= server.items.length
      return {
        body: server.page((page - 1) * PAGE_SIZE),
        headers: { 'X-Next-Page': isLast ? '' : String(page + 1) },
      }
    },
    requests: byPage,
  },
  {
    name: 'id of the last item',
    pages: {
      items: ['data'],
      next: { from: 'lastItem', path: ['id'] },
      sent: query('starting_after'),
      more: ['has_more'],
    },
    answer: ({ query }, server) => {
      const { items, hasMore } = after(server, query.get('starting_after'))
      return { body: { object: 'list', data: items, has_more: hasMore } }
    },
    requests: byPage,
    keepsPlace: true,
  },
  {
    name: 'marker that stays on the last page',
    pages: {
      items: ['Contents'],
      next: { from: 'body', path: ['NextMarker'] },
      sent: query('marker'),
      more: ['IsTruncated'],
    },
    answer: ({ query }, server) => {
      const { items, last, hasMore } = after(server, query.get('marker'))
      return { body: { Contents: items, NextMarker: last, IsTruncated: hasMore } }
    },
    requests: byPage,
    keepsPlace: true,
  },
  {
    name: 'POST with the cursor in the body',
    method: 'POST',
    pages: {
      items: ['result', 'points'],
      next: { from: 'body', path: ['result', 'next'] },
      sent: { in: 'body', path: ['page', 'offset'] },
    },
    answer: ({ body }, server) => {
      const { offset } = (body.page ?? {}) as { offset?: number }
      const { items, next } = after(server, offset)
      return { body: { result: { points: items, next: next && Number(next) } } }
    },
    requests: byPage,
    keepsPlace: true,
  },
  {
    name: 'ranges, with a total',
    header: { Range: `items=0-${PAGE_SIZE - 1}` },
    pages: {
      items: [],
      next: { from: 'range', unit: 'items' },
      sent: { in: 'header', path: ['Range'] },
    },
    answer: ({ headers }, server) => answerRange(server, headers.range, String(server.items.length)),
    requests: byPage,
  },
  {
    name: 'ranges of a list of unknown length',
    header: { Range: `items=0-${PAGE_SIZE - 1}` },
    pages: {
      items: [],
      next: { from: 'range', unit: 'items' },
      sent: { in: 'header', path: ['Range'] },
    },
    answer: ({ headers }, server) => answerRange(server, headers.range, '*'),
    // A full page might not be the last one, so another request follows.
    requests: (count) => Math.floor(count / PAGE_SIZE) + 1,
  },
]

/**
 * Returns the requested range, or the total number of items if the range contains none. @see RFC 9110,
 * section 14
 */
function answerRange(server: CountingServer, range = 'items=0-', total: string): Answered {
  const from = Number(/^items=(\d+)-/.exec(range)?.[1])
  const items = server.page(from)
  if (items.length === 0) {
    const headers = { 'Content-Range': `items */${server.items.length}` }
    return { status: 416, headers, body: { detail: 'There are no such items.' } }
  }
  return {
    status: 206,
    headers: { 'Content-Range': `items ${from}-${from + items.length - 1}/${total}` },
    body: items,
  }
}

let server: CountingServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** The same choice as the generator's. */
const WALKS: Readonly<Record<NextPage['from'], NonNullable<Parts['list']>>> = {
  body: bodyMembers,
  links: linksMembers,
  header: headerMembers,
  lastItem: lastItemMembers,
  items: countedMembers,
  pages: countedMembers,
  range: rangeMembers,
}

async function listOf(style: ListStyle, count: number) {
  const started = await startCountingServer(count, PAGE_SIZE, style.answer)
  server = started
  const method = style.method ?? 'GET'
  const list = defineOperation<
    ListOperation<
      { readonly query?: object; readonly header?: object; readonly body?: object },
      { readonly status: 200 | 206; readonly body: unknown },
      Item
    >
  >(
    {
      operationId: 'list',
      method,
      path: '/items',
      statuses: '200 206',
      ...(method === 'POST' && { body: { content: { 'application/json': {} } } }),
      pages: style.pages,
    },
    {
      list: WALKS[style.pages.next.from],
      ...(!style.pages.sent && { url: pageUrl }),
      ...(style.pages.count && { count: countItems }),
      ...(style.header && { headers: writeHeaders }),
    },
  )
  const client = createClient({ baseUrl: started.url })
  const request =
    method === 'POST'
      ? { body: { filter: 'x', page: { limit: 3 } } }
      : { query: { q: 'a b' }, ...(style.header && { header: style.header }) }
  return {
    server: started,
    items: () => list.items(client, request),
    pages: () => list.pages(client, request),
  }
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

test('each style has a list here', () => {
  const walked = new Set(styles.map(({ pages }) => pages.next.from))
  expect(Object.keys(PAGE_STYLES).filter((from) => !walked.has(from as keyof typeof PAGE_STYLES))).toEqual([])
})

test.each([
  ['offset', { from: 'items', first: 0 }, '2'],
  ['page', { from: 'pages', first: 0 }, '1'],
] as const)('a walk from a text that is a number: %s', async (name, next, from) => {
  const step = next.from === 'items' ? 1 : 2
  server = await startCountingServer(7, 2, ({ query }, server) => ({
    body: server.page(Number(query.get(name)) * step),
  }))
  const list = defineOperation<
    ListOperation<{ readonly query: object }, { readonly status: 200; readonly body: unknown }, Item>
  >(
    {
      operationId: 'list',
      method: 'GET',
      path: '/items',
      statuses: '200',
      pages: { items: [], next, sent: query(name) },
    },
    { list: countedMembers },
  )
  const found = await collect(list.items(createClient({ baseUrl: server.url }), { query: { [name]: from } }))
  expect(found).toEqual(server.items.slice(2))
  await expect(
    collect(list.items(createClient({ baseUrl: server.url }), { query: { [name]: 'two' } })),
  ).rejects.toMatchObject({ name: 'PaginationError' })
})

describe.each(styles)('$name', (style) => {
  test.each([0, 1, 3, 4, 6, 7])('%i items, each of them once', async (count) => {
    const { server, items } = await listOf(style, count)
    expect(await collect(items())).toEqual(server.items)
    expect([...server.given.values()]).toEqual(server.items.map(() => 1))
    expect(server.requests).toHaveLength(style.requests(count))
    if (style.method === undefined) for (const url of server.requests) expect(url).toContain('q=a')
  })

  test('a server that answers its first page again and again', async () => {
    const { server, items } = await listOf(
      {
        ...style,
        answer: (asked, server) =>
          style.answer({ ...asked, query: new URLSearchParams(), headers: {}, body: {} }, server),
      },
      7,
    )
    const seen: unknown[] = []
    const walk = async () => {
      for await (const item of items()) seen.push(item)
    }
    await expect(walk()).rejects.toMatchObject({ name: 'PaginationError' })
    expect(seen).toEqual(server.items.slice(0, PAGE_SIZE))
  })
})

describe.each(styles.filter(({ keepsPlace }) => keepsPlace))('$name', (style) => {
  test('items that come in before what was read leave the rest as it is', async () => {
    const { server, items } = await listOf(style, 7)
    const before = [...server.items]
    const seen: Item[] = []
    for await (const item of items()) {
      seen.push(item)
      if (seen.length <= 4) server.items.unshift({ id: `new ${seen.length}` })
    }
    expect(seen).toEqual(before)
  })
})
