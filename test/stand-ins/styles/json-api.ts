import { documentOf, object, query, ref, Shelf, type Style } from './style.ts'

interface Book {
  readonly id: string
  readonly attributes: { readonly title: string; readonly pages: number; readonly genre: string }
}

const TYPE = 'application/vnd.api+json'
const attributes = {
  title: { type: 'string', minLength: 1, maxLength: 80 },
  pages: { type: 'integer', minimum: 1, maximum: 5000 },
  genre: { type: 'string', enum: ['prose', 'verse', 'drama'] },
}
const kind = { type: 'string', const: 'books' }
const number = (minimum: number) => ({ type: 'integer', minimum, maximum: 100 })

/**
 * Everything is below `data`, and values are below `attributes`. A body contains its type and, for a change,
 * its id.
 */
export const jsonApi: Style = {
  name: 'JSON:API',
  document: documentOf(
    'books',
    {
      'GET /books': {
        id: 'listBooks',
        parameters: [
          query('page[number]', { type: 'integer', minimum: 1, default: 1 }),
          query('page[size]', { ...number(1), default: 10 }),
          query('filter[genre]', attributes.genre),
          query('sort', { type: 'string', enum: ['title', '-title'] }),
        ],
        answers: [{ type: TYPE, schema: ref('Books') }],
        refuses: [400],
      },
      'POST /books': {
        id: 'addBook',
        body: {
          type: TYPE,
          schema: object({ data: object({ type: kind, attributes: object(attributes) }) }),
        },
        answers: [
          {
            status: 201,
            type: TYPE,
            schema: ref('OneBook'),
            headers: { Location: { required: true, schema: { type: 'string' } } },
          },
        ],
        refuses: [400, 415],
      },
      'GET /books/{id}': {
        id: 'readBook',
        answers: [{ type: TYPE, schema: ref('OneBook') }],
        refuses: [404],
      },
      'PATCH /books/{id}': {
        id: 'changeBook',
        body: {
          type: TYPE,
          schema: object({
            data: object({ type: kind, id: { type: 'string' }, attributes: object(attributes, []) }),
          }),
        },
        answers: [{ type: TYPE, schema: ref('OneBook') }],
        refuses: [400, 404, 409, 415],
      },
      'DELETE /books/{id}': { id: 'removeBook', answers: [{ status: 204 }], refuses: [404] },
    },
    {
      refusal: { type: TYPE, schema: ref('Errors') },
      schemas: {
        Book: object({
          type: kind,
          id: { type: 'string' },
          attributes: object(attributes),
          links: object({ self: { type: 'string' } }),
        }),
        OneBook: object({ data: ref('Book') }),
        Books: object({
          data: { type: 'array', items: ref('Book') },
          links: object({ next: { type: ['string', 'null'] }, prev: { type: ['string', 'null'] } }),
          meta: object({ total: { type: 'integer' } }),
        }),
        Errors: object({
          errors: { type: 'array', items: object({ status: { type: 'string' }, title: { type: 'string' } }) },
        }),
      },
    },
  ),
  start() {
    const books = new Shelf<Book>()
    let made = 100
    const answer = (body: object, { status = 200, headers = {} } = {}) =>
      Response.json(body, { status, headers: { 'content-type': TYPE, ...headers } })
    const refuse = (status: number, title: string) =>
      answer({ errors: [{ status: String(status), title }] }, { status })
    const shown = (book: Book) => ({ type: 'books', ...book, links: { self: `/books/${book.id}` } })
    const none = () => refuse(404, 'There is no such book.')
    return {
      refuse,
      handlers: {
        listBooks({ tenant, query: asked }) {
          const [page, size] = [Number(asked['page[number]'] ?? 1), Number(asked['page[size]'] ?? 10)]
          const genre = asked['filter[genre]']
          const all = books
            .all(tenant)
            .filter(({ attributes }) => genre === undefined || attributes.genre === genre)
          const { sort } = asked
          if (sort !== undefined) {
            const sign = sort === 'title' ? 1 : -1
            all.sort((one, other) => sign * (one.attributes.title < other.attributes.title ? -1 : 1))
          }
          const to = (other: number) => {
            const search = new URLSearchParams({ 'page[number]': String(other), 'page[size]': String(size) })
            if (genre !== undefined) search.set('filter[genre]', String(genre))
            if (sort !== undefined) search.set('sort', String(sort))
            return `/books?${search}`
          }
          return answer({
            data: all.slice((page - 1) * size, page * size).map(shown),
            links: {
              next: page * size < all.length ? to(page + 1) : null,
              prev: page > 1 ? to(page - 1) : null,
            },
            meta: { total: all.length },
          })
        },
        addBook({ tenant, body }) {
          const id = String(++made)
          const book = { id, attributes: (body as { data: Book }).data.attributes }
          books.set(tenant, id, book)
          return answer({ data: shown(book) }, { status: 201, headers: { location: `/books/${id}` } })
        },
        readBook({ tenant, path: { id = '' } }) {
          const book = books.get(tenant, id)
          return book ? answer({ data: shown(book) }) : none()
        },
        changeBook({ tenant, path: { id = '' }, body }) {
          const book = books.get(tenant, id)
          if (!book) return none()
          const { data } = body as { data: Book }
          if (data.id !== id) return refuse(409, 'The body is about another book.')
          const changed = { id, attributes: { ...book.attributes, ...data.attributes } }
          books.set(tenant, id, changed)
          return answer({ data: shown(changed) })
        },
        removeBook: ({ tenant, path: { id = '' } }) =>
          books.delete(tenant, id) ? new Response(null, { status: 204 }) : none(),
      },
    }
  },
}
