import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const user = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const users = { type: 'array', items: user }
const object = (properties: object) => ({ type: 'object', properties })

async function listOf(schema: object, { type = 'application/json', path = '/people', parameters = [] } = {}) {
  const { operations } = await described({
    [path]: { get: { operationId: 'list', parameters, responses: answers(schema, { type }) } },
  })
  return operations[0]?.list
}

describe('a list is recognised', () => {
  test.each([
    ['a bare array', users, []],
    ['under any name, alone', object({ userList: users }), ['userList']],
    [
      'in an envelope',
      object({ code: { type: 'integer' }, data: object({ items: users }) }),
      ['data', 'items'],
    ],
    ['beside values of paging', object({ collection: users, total: { type: 'integer' } }), ['collection']],
    [
      'as HAL embeds it',
      object({ _embedded: object({ users }), page: object({ size: { type: 'integer' } }) }),
      ['_embedded', 'users'],
    ],
  ])('%s', async (_, schema, items) => {
    expect(await listOf(schema)).toMatchObject({ items })
  })

  test.each(['*/*', 'application/*', 'application/vnd.small.v1+json'])('of %s', async (type) => {
    expect(await listOf(users, { type })).toEqual({ items: [] })
  })

  test('as an object of objects', async () => {
    expect(await listOf({ type: 'object', additionalProperties: user })).toEqual({ items: [], keyed: true })
  })

  test('and an array in the one thing that is read is none', async () => {
    expect(await listOf(object({ id: { type: 'integer' }, tags: users }))).toBeUndefined()
    expect(await listOf(object({ theme: { type: 'string' }, tags: users }))).toBeUndefined()
  })
})

const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }
const page = { name: 'page', in: 'query', schema: { type: 'integer' } }

function documentOfPages(link: object) {
  return described({
    '/people': { get: { operationId: 'list', parameters: [limit, page], responses: answers(users, link) } },
  })
}

/** Lists five people. The link to the next page contains a token that only the server understands. */
function linked({ skips = 0 } = {}) {
  return (request: Request): Response => {
    const { searchParams } = new URL(request.url)
    const size = Number(searchParams.get('limit') ?? 5)
    const start = Number(atob(searchParams.get('mark') ?? btoa('0')))
    const people = [1, 2, 3, 4, 5].slice(start, start + size).map((id) => ({ id, name: `n${id}` }))
    const next = `/people?limit=${size}&mark=${encodeURIComponent(btoa(String(start + size + skips)))}`
    const links = ['</people>; rel="first"', ...(start + size < 5 ? [`<${next}>; rel="next"`] : [])]
    return Response.json(people, { headers: { link: links.join(', ') } })
  }
}

test.each([
  ['describedBy', '/schemas/People.json'],
  ['next', '/people?cursor=5'],
])('a Link header to "%s" leaves the cursor of the body alone', async (rel, link) => {
  const cursor = { name: 'cursor', in: 'query', schema: { type: 'string' } }
  const schema = object({ items: users, next_cursor: { type: 'string' } })
  const document = await described({
    '/people': { get: { operationId: 'list', parameters: [limit, cursor], responses: answers(schema) } },
  })
  const told = (repeats: number): Promise<string[]> => {
    const answer = (request: Request): Response => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname !== '/people') return new Response(null, { status: 404 })
      const size = Number(searchParams.get('limit') ?? 5)
      const start = Number(searchParams.get('cursor') ?? 0)
      const items = [1, 2, 3, 4, 5].slice(start, start + size).map((id) => ({ id, name: `n${id}` }))
      const next = start + size < 5 ? { next_cursor: String(start + size - repeats) } : {}
      return Response.json({ items, ...next }, { headers: { link: `<${link}>; rel="${rel}"` } })
    }
    return outcomes(document, { answer, rules: ['list-protocol'] })
  }
  expect(await told(0)).toEqual(['list-protocol list: passed'])
  expect(await told(1)).toEqual([expect.stringContaining('every item exactly once in the pages')])
})

test('a list that is not asked for its cursor may give none, where an offset leads on as well', async () => {
  const cursor = { name: 'cursor', in: 'query', schema: { type: 'string' } }
  const offset = { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0, default: 0 } }
  const schema = object({
    items: users,
    total: { type: 'integer' },
    next_cursor: { type: ['string', 'null'] },
  })
  const told = async (parameters: object[]): Promise<string[]> => {
    const get = { operationId: 'list', parameters, responses: answers(schema) }
    const answer = (request: Request): Response => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname !== '/people') return new Response(null, { status: 404 })
      const start = Number(searchParams.get('offset') ?? 0)
      const size = Number(searchParams.get('limit') ?? 5)
      const items = [1, 2, 3, 4, 5].slice(start, start + size).map((id) => ({ id, name: `n${id}` }))
      return Response.json({ items, total: 5, next_cursor: null })
    }
    return outcomes(await described({ '/people': { get } }), { answer, rules: ['list-protocol'] })
  }
  expect(await told([limit, cursor, offset])).toEqual(['list-protocol list: passed'])
  expect((await told([limit, cursor])).join()).toContain('every item exactly once in the pages')
})

describe('pages of what no path names', () => {
  const schema = object({ name: { type: 'string' }, version: { type: 'string' } })
  const found = object({ total: { type: 'integer' }, items: { type: 'array', items: schema } })
  const offset = { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } }
  const all = ['1', '2', '3', '4', '5'].map((version) => ({ name: 'mine', version }))

  const pagesBy = async (start: (offset: number) => number) => {
    const document = await described({
      '/search/versions': {
        get: { operationId: 'search', parameters: [limit, offset], responses: answers(found) },
      },
    })
    return outcomes(document, {
      rules: ['list-protocol'],
      answer(request) {
        const { searchParams } = new URL(request.url)
        const first = start(Number(searchParams.get('offset') ?? 0))
        const items = all.slice(first, first + Number(searchParams.get('limit') ?? 5))
        return Response.json({ total: all.length, items })
      },
    })
  }

  test('may have things that are called alike', async () => {
    expect(await pagesBy((first) => first)).toEqual(['list-protocol search: passed'])
  })

  test('and the same thing twice is told', async () => {
    const [finding] = await pagesBy((first) => Math.max(0, first - 1))
    expect(finding).toContain('every item exactly once in the pages')
  })
})

describe('pages that go on by a Link header with an opaque mark', () => {
  test.each([
    ['that the document names', { headers: { Link: { schema: { type: 'string' } } } }],
    ['that it does not name', {}],
  ])('%s are walked', async (_, link) => {
    const document = await documentOfPages(link)
    expect(await outcomes(document, { answer: linked(), rules: ['list-protocol'] })).toEqual([
      'list-protocol list: passed',
    ])
    const [finding] = await outcomes(document, { answer: linked({ skips: 1 }), rules: ['list-protocol'] })
    expect(finding).toContain('every item exactly once in the pages | pages without')
  })
})

test('a link to the next page, or to the one before, that the server itself refuses is found', async () => {
  const url = { type: ['string', 'null'] }
  const schema = object({ next: url, previous: url, results: users })
  const document = await described({
    '/people': { get: { operationId: 'list', parameters: [limit, page], responses: answers(schema) } },
  })
  const answer = (links: { readonly next?: string; readonly previous?: string }) => (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/people') return new Response(null, { status: 404 })
    const size = Number(searchParams.get('limit') ?? 5)
    const at = Number(searchParams.get('page') ?? 1)
    const people = [1, 2, 3, 4, 5].map((id) => ({ id, name: `n${id}` }))
    const to = (path: string, number: number) => `${path}?limit=${size}&page=${number}`
    const isLast = at * size >= people.length
    return Response.json({
      next: isLast ? null : to(links.next ?? '/people', at + 1),
      previous: at === 1 ? null : to(links.previous ?? '/people', at - 1),
      results: people.slice((at - 1) * size, at * size),
    })
  }
  const run = (links: object) => outcomes(document, { answer: answer(links), rules: ['list-protocol'] })
  expect(await run({})).toEqual(['list-protocol list: passed'])
  expect(await run({ next: '/persons' })).toEqual([
    'list-protocol list: the next page, which the list announces | 404',
  ])
  expect(await run({ previous: '/persons' })).toEqual([
    'list-protocol list: the previous page, which the list announces | 404',
  ])
})

test.each([
  { grows: true, outcome: 'list-protocol list: not run, because list returns more items on each read' },
  {
    grows: false,
    outcome: expect.stringMatching(/^list-protocol list: the same items in the same order when read twice/),
  },
])('a list that grows with each read has no order to keep: $grows', async ({ grows, outcome }) => {
  const schema = object({ count: { type: 'integer' }, results: users })
  const document = await described({
    '/people': { get: { operationId: 'list', parameters: [limit, page], responses: answers(schema) } },
  })
  let reads = 0
  const answer = (): Response => {
    reads++
    const count = grows ? reads + 3 : 3
    const results = Array.from({ length: count }, (_, id) => ({ id: id + reads, name: `n${id}` }))
    return Response.json({ count, results: results.toReversed() })
  }
  expect(await outcomes(document, { answer, rules: ['list-protocol'] })).toEqual([outcome])
})

/** Lists five people on pages of two, with `first` as the number of the first page. */
function numbered(first: number, { repeats = false } = {}) {
  return (request: Request): Response => {
    const { searchParams } = new URL(request.url)
    const size = Number(searchParams.get('limit') ?? 2)
    const asked = Number(searchParams.get('page') ?? first) - first
    const start = Math.max(0, repeats && asked > 0 ? asked * size - 1 : asked * size)
    return Response.json([1, 2, 3, 4, 5].slice(start, start + size).map((id) => ({ id, name: `n${id}` })))
  }
}

test.each([0, 1])('pages are counted from %i where the document does not say from where', async (first) => {
  const document = await documentOfPages({})
  expect(await outcomes(document, { answer: numbered(first), rules: ['list-protocol'] })).toEqual([
    'list-protocol list: passed',
  ])
  const [finding] = await outcomes(document, {
    answer: numbered(first, { repeats: true }),
    rules: ['list-protocol'],
  })
  expect(finding).toContain('every item exactly once in the pages')
})

test('a response that says that there is more has to say how to get it', async () => {
  const schema = object({
    items: users,
    has_more: { type: 'boolean' },
    next_cursor: { type: ['string', 'null'] },
  })
  const cursor = { name: 'cursor', in: 'query', schema: { type: 'string' } }
  const document = await described({
    '/people': { get: { operationId: 'list', parameters: [cursor], responses: answers(schema) } },
  })
  const answer = (has_more: boolean) => () =>
    Response.json({ items: [{ id: 1 }, { id: 2 }], has_more, next_cursor: null })
  expect(await outcomes(document, { answer: answer(false), rules: ['list-protocol'] })).toEqual([
    'list-protocol list: passed',
  ])
  expect(await outcomes(document, { answer: answer(true), rules: ['list-protocol'] })).toEqual([
    'list-protocol list: a way to reach the next page | a response that reports more pages but does not identify the next one',
  ])
})

test('items are found in a response that the document does not describe, and a list that is none is said to be none', async () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  const document = await described({
    '/people': { get: { operationId: 'list', responses: answers({ type: 'object' }) } },
    '/people/{id}': { get: { operationId: 'read', parameters: [id], responses: answers(user) } },
  })
  const server = (listed: object) => (request: Request) =>
    Response.json(request.url.endsWith('/people') ? listed : { id: 7, name: 'seven' })
  const run = (listed: object) => outcomes(document, { answer: server(listed), rules: ['conformance'] })
  expect(await run({ found: { people: [{ id: 7 }] }, tags: ['a'] })).toEqual([
    'conformance list: passed',
    'conformance read: passed',
  ])
  expect((await run({ none: true }))[1]).toContain('the run did not recognize the response of list as a list')
  expect((await run({ people: [] }))[1]).toContain('list lists no items')
})
