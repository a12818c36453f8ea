import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const named = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, text])),
})
const body = { required: true, content: { 'application/json': { schema: named('name') } } }
const id = (name: string) => ({ name, in: 'path', required: true, schema: text })
const not = { 404: { description: 'Not there' } }
const gone = { 204: { description: 'Gone' }, ...not }
const item = named('id', 'name')
const list = answers({ type: 'array', items: item })
const document = await described({
  '/shelves': {
    post: { operationId: 'addShelf', requestBody: body, responses: answers(item, { status: 201 }) },
  },
  '/shelves/{shelf}': {
    parameters: [id('shelf')],
    get: { operationId: 'readShelf', responses: { ...answers(item), ...not } },
  },
  '/shelves/{shelf}/books': {
    parameters: [id('shelf')],
    get: { operationId: 'listBooks', responses: { ...list, ...not } },
    post: {
      operationId: 'addBook',
      requestBody: body,
      responses: { ...answers(item, { status: 201 }), ...not },
    },
  },
  '/shelves/{shelf}/books/{book}': {
    parameters: [id('shelf'), id('book')],
    get: { operationId: 'readBook', responses: { ...answers(item), ...not } },
    put: { operationId: 'replaceBook', requestBody: body, responses: { ...answers(item), ...not } },
    delete: { operationId: 'removeBook', responses: gone },
  },
})

interface Book {
  readonly id: string
  readonly shelf: string
  name: string
}

/** Shelves with books. Some methods ignore the shelf to which a book belongs. */
function library(isUnheeded: (method: string, isList: boolean) => boolean) {
  const shelves = new Map<string, string>()
  const books = new Map<string, Book>()
  let last = 0
  const shown = ({ id, name }: Book) => ({ id, name })
  const missing = () => new Response(null, { status: 404 })
  return (request: Request, sent: string): Response => {
    const [, root, shelf = '', below, book] = new URL(request.url).pathname.split('/')
    const { method } = request
    const { name = '' } = sent === '' ? {} : JSON.parse(sent)
    if (root !== 'shelves') return missing()
    if (shelf === '') {
      const id = `shelf-${++last}`
      shelves.set(id, name)
      return Response.json({ id, name }, { status: 201 })
    }
    if (!shelves.has(shelf)) return missing()
    if (below === undefined) return Response.json({ id: shelf, name: shelves.get(shelf) })
    const standing = [...books.values()].filter(
      (one) => one.shelf === shelf || isUnheeded(method, book === undefined),
    )
    if (book === undefined) {
      if (method === 'GET') return Response.json(standing.map(shown))
      const made = { id: `book-${++last}`, shelf, name }
      books.set(made.id, made)
      return Response.json(shown(made), { status: 201 })
    }
    const found = standing.find((one) => one.id === book)
    if (found === undefined) return missing()
    if (method === 'DELETE') return books.delete(book) ? new Response(null, { status: 204 }) : missing()
    if (method === 'PUT') found.name = name
    return Response.json(shown(found))
  }
}

const told = async (isUnheeded: (method: string, isList: boolean) => boolean) =>
  (await outcomes(document, { answer: library(isUnheeded), rules: ['unknown-id'] })).filter(
    (line) => !line.endsWith(': passed'),
  )

test('an item that only its own parent has breaks nothing', async () => {
  expect(await told(() => false)).toEqual([])
})

test('an item that every parent has, in its list and when read, breaks nothing', async () => {
  expect(await told(() => true)).toEqual([])
})

test.each([
  [
    'GET',
    false,
    /^unknown-id readBook: 404 for an item under a parent whose list does not contain it \| status 200/,
  ],
  ['GET', true, /^unknown-id listBooks: no item that can be read only under another parent \| /],
  [
    'PUT',
    false,
    /^unknown-id replaceBook: 404 under a parent if neither GET \/shelves\/\{shelf\}\/books nor a read returns the item there \| /,
  ],
  [
    'DELETE',
    false,
    /^unknown-id removeBook: 404 under a parent if neither GET \/shelves\/\{shelf\}\/books nor a read returns/,
  ],
] as const)('%s that does not look at the parent is told (of the list: %s)', async (method, isList, line) => {
  const lines = await told((asked, list) => asked === method && list === isList)
  expect(lines).toEqual([expect.stringMatching(line)])
})
