import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const book = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: { type: 'string', minLength: 1, maxLength: 80 },
  },
}
const refused = {
  400: { description: 'Wrong.' },
  401: { description: 'Who?' },
  404: { description: 'None.' },
}

const shelf = described(
  {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          {
            ...{ name: 'q', in: 'query', schema: { type: 'string', maxLength: 80 } },
            description: 'Only books with this text in their title, whatever its case.',
          },
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['title', '-title'] } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 } },
        ],
        responses: { ...answers({ type: 'array', items: book }), ...refused },
      },
      post: {
        operationId: 'addBook',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['title'], properties: { title: book.properties.title } },
            },
          },
        },
        responses: { ...answers(book, { status: 201 }), ...refused },
      },
    },
    '/books/{book_id}': {
      parameters: [{ name: 'book_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getBook', responses: { ...answers(book), ...refused } },
      delete: { operationId: 'dropBook', responses: { 204: { description: 'Gone.' }, ...refused } },
    },
  },
  {
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  },
)

interface Book {
  readonly id: string
  readonly title: string
  readonly of: string
}

type Fault =
  | 'case matters'
  | 'escapes are not decoded'
  | 'a dot is any character'
  | 'searches look everywhere'
  | 'quotes crash'
  | 'quotes in ids crash'
  | 'searches ignore the limit'
  | 'searches find removed books'
  | 'searches have no order'
  | 'placeholders find the first'
  | 'the query replaces the id'

function service(fault?: Fault) {
  let last = 0
  let books: readonly Book[] = []
  let removed: readonly Book[] = []
  const isFound = ({ title }: Book, text: string): boolean => {
    if (fault === 'case matters') return title.includes(text)
    if (fault === 'escapes are not decoded') return title.includes(encodeURIComponent(text))
    if (fault === 'a dot is any character')
      return new RegExp(
        text.replaceAll(/[^\w.]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
        'i',
      ).test(title)
    return title.toLowerCase().includes(text.toLowerCase())
  }
  return async ({ method, url, headers }: Request, text: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(url)
    const [, , name] = pathname.split('/')
    const id = fault === 'the query replaces the id' ? (searchParams.get('book_id') ?? name) : name
    const of = headers.get('x-key') ?? ''
    if (!['mine', 'theirs'].includes(of)) return Response.json({}, { status: 401 })
    const own = books.filter((one) => one.of === of)
    const shown = (some: readonly Book[]) => some.map(({ id: name, title }) => ({ id: name, title }))
    if (id !== undefined) {
      if (id.includes('%22') && fault === 'quotes in ids crash') return Response.json({}, { status: 500 })
      const isFirst = id.endsWith('book_id') && fault === 'placeholders find the first'
      const one = isFirst ? own[0] : own.find((each) => each.id === id)
      if (one === undefined) return Response.json({}, { status: 404 })
      if (method === 'GET') return Response.json(shown([one])[0])
      books = books.filter((each) => each !== one)
      if (fault === 'searches find removed books') removed = [...removed, one]
      return new Response(null, { status: 204 })
    }
    if (method === 'GET') {
      const q = searchParams.get('q')
      const limit = Number(searchParams.get('limit') ?? 50)
      if (q?.includes("'") && fault === 'quotes crash') return Response.json({}, { status: 500 })
      const searched = q !== null && fault === 'searches look everywhere' ? books : own
      const found = [...searched, ...removed].filter((one) =>
        q === null ? searched.includes(one) : isFound(one, q),
      )
      const sort = searchParams.get('sort')
      const sign = sort === '-title' ? -1 : 1
      if (sort !== null && (q === null || fault !== 'searches have no order'))
        found.sort((one, other) => sign * one.title.localeCompare(other.title))
      const isEndless = q !== null && fault === 'searches ignore the limit'
      return Response.json(shown(isEndless ? found : found.slice(0, limit)))
    }
    const { title } = JSON.parse(text)
    if (typeof title !== 'string' || title === '') return Response.json({}, { status: 400 })
    const made = { id: `b${++last}`, title, of }
    books = [...books, made]
    return Response.json(shown([made])[0], { status: 201 })
  }
}

const told = async (fault?: Fault): Promise<string[]> =>
  (
    await outcomes(await shelf, {
      ...{ answer: service(fault), rules: ['list-protocol', 'tenancy', 'robustness', 'unknown-id'] },
      ...{ credentials: { key: 'mine' }, otherCredentials: { key: 'theirs' } },
    })
  ).filter((line) => /listBooks|getBook/.test(line))

test('a search that finds what was written breaks nothing', async () => {
  expect(await told()).toEqual([
    'tenancy listBooks: passed',
    'list-protocol listBooks: passed',
    'robustness listBooks: passed',
    'tenancy getBook: passed',
    'unknown-id getBook: passed',
    'robustness getBook: passed',
  ])
})

test.each<readonly [Fault, RegExp]>([
  ['case matters', /^list-protocol listBooks: every item that matches q="ZQ\d+QZ": b\d+ \| no items$/],
  [
    'escapes are not decoded',
    /^list-protocol listBooks: every item that matches q="zq\d+qz Zoë": b\d+ \| no items$/,
  ],
  ['a dot is any character', /^list-protocol listBooks: only items that match q="\w\w\.\w+/],
  ['searches look everywhere', /^tenancy listBooks: a list without b\d+ for another tenant's credential/],
  ['quotes crash', /quotes, brackets and other special characters of query languages in the query/],
  ['quotes in ids crash', /special characters of query languages as path parameter "book_id"/],
  ['searches ignore the limit', /listBooks: at most 1 item with q=\w+&limit=1 \| \d items/],
  [
    'searches find removed books',
    /^list-protocol listBooks: only items that match q="zq\d+qz" \| b\d+, which was removed$/,
  ],
  ['searches have no order', /listBooks: items in \w+ order of "title" with sort=-?title&q=\w+ \| "/],
  ['placeholders find the first', /getBook: a 4xx for the unknown book_id ":book_id"/],
  [
    'the query replaces the id',
    /getBook: a 4xx for the unknown book_id ":book_id" \(with book_id=b\d+ in the query\) \| status 200/,
  ],
])('a server that has the fault "%s" breaks it', async (fault, expected) => {
  const broken = (await told(fault)).filter((line) => !line.endsWith('passed'))
  expect(broken).toContainEqual(expect.stringMatching(expected))
})
