import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const title = { type: 'string' }
const book = { type: 'object', required: ['id', 'title'], properties: { id: { type: 'string' }, title } }

const document = described({
  '/books': {
    get: {
      operationId: 'listBooks',
      parameters: [{ name: 'titleContains', in: 'query', schema: { type: 'string' } }],
      responses: answers({ type: 'array', items: book }),
    },
    post: {
      operationId: 'addBook',
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { type: 'object', required: ['title'], properties: { title } } },
        },
      },
      responses: answers(book, { status: 201 }),
    },
  },
  '/books/{book}': {
    parameters: [{ name: 'book', in: 'path', required: true, schema: { type: 'string' } }],
    get: { operationId: 'getBook', responses: { ...answers(book), 404: { description: 'None.' } } },
  },
})

/** @param none The result of a search that finds nothing. */
function service(none: unknown) {
  const books: { readonly id: string; readonly title: string }[] = []
  return ({ method, url }: Request, sent: string): Response => {
    if (method === 'POST') {
      books.push({ id: `b${books.length + 1}`, title: JSON.parse(sent).title })
      return Response.json(books.at(-1), { status: 201 })
    }
    const { pathname, searchParams } = new URL(url)
    const id = pathname.split('/')[2]
    const one = books.find((other) => other.id === id)
    if (id !== undefined) return one === undefined ? new Response(null, { status: 404 }) : Response.json(one)
    const part = searchParams.get('titleContains') ?? ''
    const found = books.filter((other) => other.title.includes(part))
    return Response.json(part !== '' && found.length === 0 ? none : found)
  }
}

test.each([
  [null, 1],
  [[], 0],
])('a search for a part that nothing contains is sent: %j', async (none, findings) => {
  const rules = ['conformance', 'list-protocol']
  const lines = await outcomes(await document, { answer: service(none), rules })
  expect(lines.filter((line) => line.startsWith('list-protocol') && line.includes('null'))).toHaveLength(
    findings,
  )
})
