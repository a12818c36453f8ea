import { runContract } from '@concordat/contract'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { findingsOf } from '../../pet/pet-run.ts'

const text = { type: 'string' } as const

/**
 * A list that nobody adds to: books with several tags, found by a tag, by their shop's town, or by a word.
 */
const document: DocumentDescriptor = {
  title: 'Catalogue',
  version: '1',
  securitySchemes: {},
  trailingSlash: 'optional',
  operations: [
    {
      operationId: 'listBooks',
      method: 'GET',
      path: '/books',
      pointer: '#/paths/~1books/get',
      tag: 'books',
      parameters: [
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
        { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
        ...['tag', 'town', 'search'].map((name) => ({ name, in: 'query', schema: text }) as const),
      ],
      responses: { '200': { content: { 'application/json': { schema: { $ref: '#/$defs/Page' } } } } },
      list: {
        ...{ items: ['items'], count: ['count'], limit: 'limit', offset: 'offset' },
        pages: { next: { from: 'body', path: ['next'] } },
      },
      resource: { name: 'books', role: 'list' },
    },
  ],
  resources: [{ name: 'books', collection: '/books', operations: { list: 'listBooks' }, actions: [] }],
  definitions: {
    Page: {
      type: 'object',
      required: ['count', 'next', 'items'],
      properties: {
        count: { type: 'integer' },
        next: { type: ['string', 'null'], format: 'uri' },
        items: { type: 'array', items: { type: 'object' } },
      },
    },
  },
}

const books = [
  { id: 1, tags: ['old', 'thin'], shop: { town: 'Ulm' } },
  { id: 2, tags: ['new'], shop: { town: 'Bonn' } },
  { id: 3, tags: ['old'], shop: { town: 'Bonn' } },
]

type Fault =
  | 'tag-ignored'
  | 'town-ignored'
  | 'search-ignored'
  | 'last-page-repeats'
  | 'beyond-is-first'
  | 'empty-page-after'
  | 'next-relative'
  | 'slash-missing'

function answer({ url }: Request, fault?: Fault): Response {
  const { pathname, searchParams } = new URL(url)
  if (pathname === '/books/' && fault === 'slash-missing') return new Response(null, { status: 404 })
  const wanted = (name: 'tag' | 'town' | 'search') =>
    fault === `${name}-ignored` ? null : searchParams.get(name)
  const [tag, town, search] = [wanted('tag'), wanted('town'), wanted('search')]
  const found = books.filter(
    (book) =>
      (tag === null || book.tags.includes(tag)) &&
      (town === null || book.shop.town === town) &&
      (search === null || JSON.stringify(book).includes(search)),
  )
  const limit = Number(searchParams.get('limit') ?? 100)
  const offset = Number(searchParams.get('offset') ?? 0)
  const link = (start: number): string => {
    const relative = `/books?limit=${limit}&offset=${start}`
    return fault === 'next-relative' ? relative : `http://books.test${relative}`
  }
  const isLast = offset + limit >= found.length
  const afterLast =
    fault === 'last-page-repeats' && offset > 0
      ? link(offset)
      : fault === 'empty-page-after' && offset > 0 && offset < found.length
        ? link(found.length)
        : null
  const begin = fault === 'beyond-is-first' && offset > found.length ? 0 : offset
  const items = found.slice(begin, begin + limit)
  return Response.json({ count: found.length, next: isLast ? afterLast : link(offset + limit), items })
}

async function findings(rules: readonly string[], fault?: Fault): Promise<string[]> {
  const report = await runContract({
    document,
    target: { baseUrl: 'http://books.test', fetch: async (request) => answer(request, fault) },
    select: { rules },
  })
  return findingsOf(report).map(
    ({ rule, expected, received }) => `${rule.split('/')[0]}: ${expected} | ${received}`,
  )
}

const EXPECTED: Readonly<Record<Fault, RegExp>> = {
  'tag-ignored': /^list-protocol: only items that match tag="\w+" \| .+ among 3 items$/,
  'town-ignored': /^list-protocol: only items that match town="(Ulm|Bonn)" \| "(Ulm|Bonn)" among 3 items$/,
  'search-ignored':
    /^list-protocol: fewer items with search="\w+" than without it, because no item has this value \| the same 3 items as without it$/,
  'last-page-repeats': /^list-protocol: no next page after the last one \| http\S+offset=2$/,
  'beyond-is-first': /^list-protocol: every item exactly once .*offset=4 \| 1, 2 more than once$/,
  'empty-page-after':
    /^list-protocol: no next page after the last one \| http\S+offset=3, which has no items$/,
  'next-relative': /^conformance: \/next must .*uri.* \| "\/books\?limit=\d&offset=\d"$/,
  'slash-missing': /^methods: status 200 application\/json at \/books\/, as at \/books \| status 404/,
}

describe('a list that breaks one rule is found out', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    const found = await findings(['conformance', 'list-protocol', 'methods'], fault as Fault)
    const about = found.filter((finding) => !/undocumented/.test(finding))
    // All findings are about the same problem, however many pages show it.
    expect(about.length).toBeGreaterThan(0)
    for (const finding of about) expect(finding).toMatch(expected)
  })
})

test('a list that keeps the rules has no finding', async () => {
  expect(await findings(['conformance', 'list-protocol'])).toEqual([])
})
