import { createClient, type ListOperation } from '@concordat/runtime/client'
import type { PagesDescriptor } from '@concordat/runtime/http'
import { countUp, type Follow, followLastItem, infiniteQuery } from '@concordat/runtime/query'
import { swrInfinite } from '@concordat/runtime/swr'
import { describe, expect, test } from 'vitest'

interface Body {
  readonly rows: readonly { readonly id: number }[]
  readonly total: number
}

const TOTAL = 4
const rows = Array.from({ length: TOTAL }, (_, index) => ({ id: index + 1 }))

/** A list with two pages of two rows each, which records requests. */
function list(pages: Omit<PagesDescriptor, 'items'>) {
  const asked: unknown[] = []
  const call = async (
    _: unknown,
    { query = {} }: { readonly query?: Readonly<Record<string, number>> },
  ): Promise<Body> => {
    asked.push(query)
    const start = query['after'] ?? ((query['page'] ?? 1) - 1) * 2
    return { rows: rows.slice(start, start + 2), total: TOTAL }
  }
  const descriptor = { operationId: 'listRows', pages: { items: ['rows'], ...pages } }
  return {
    asked,
    operation: Object.assign(call, { descriptor }) as unknown as ListOperation<
      object,
      { status: 200; body: Body },
      never
    >,
  }
}

const client = createClient({ baseUrl: 'http://rows.test', credentials: {} }, { schemes: {} } as never)

describe.each<{
  name: string
  follow: Follow
  pages: Omit<PagesDescriptor, 'items'>
  walk: readonly object[]
}>([
  {
    name: 'pages that are counted',
    follow: countUp,
    pages: {
      next: { from: 'pages', first: 1 },
      sent: { in: 'query', path: ['page'] },
      count: ['total'],
      starts: ['page'],
    },
    walk: [{}, { page: 2 }],
  },
  {
    name: 'pages behind the last item',
    follow: followLastItem,
    pages: {
      next: { from: 'lastItem', path: ['id'] },
      sent: { in: 'query', path: ['after'] },
      count: ['total'],
      starts: ['after'],
    },
    walk: [{}, { after: 2 }],
  },
])('$name end with the total, without an empty page', ({ follow, pages, walk }) => {
  test('by TanStack Query', async () => {
    const { asked, operation } = list(pages)
    const options = infiniteQuery(operation, follow)(client)
    const read: Body[] = []
    for (let pageParam: string | number | null | undefined = null; pageParam !== undefined; ) {
      read.push(await options.queryFn({ signal: new AbortController().signal, pageParam }))
      pageParam = options.getNextPageParam(read.at(-1) as never, read as never, pageParam) ?? undefined
    }
    expect(asked).toEqual(walk)
  })

  test('by SWR', async () => {
    const { asked, operation } = list(pages)
    const [getKey, fetcher] = swrInfinite(operation, follow)(client)
    let previous: Body | null = null
    for (let index = 0; ; index++) {
      const key = getKey(index, previous as never)
      if (key === null) break
      previous = (await fetcher(key)) as unknown as Body
    }
    expect(asked).toEqual(walk)
  })
})
