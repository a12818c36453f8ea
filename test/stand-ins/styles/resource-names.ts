import { type Asked, documentOf, object, problem, ref, Shelf, type Style } from './style.ts'

interface Book {
  readonly name: string
  readonly title: string
}

const title = { type: 'string', minLength: 1, maxLength: 80 }
const name = { type: 'string', readOnly: true }
const Shelved = object({ name, title }, ['title'])
const none = [{ schema: { type: 'object' } }]
const list = (member: string) => [
  { schema: object({ [member]: { type: 'array', items: ref('Shelved') } }, []) },
]
const body = { schema: ref('Shelved') }
const answers = [{ schema: ref('Shelved') }]

const document = documentOf(
  'resource names',
  {
    'GET /v1/shelves': { id: 'ListShelves', answers: list('shelves') },
    'POST /v1/shelves': { id: 'CreateShelf', body, answers, refuses: [400, 415] },
    'GET /v1/{name=shelves/*}': { id: 'GetShelf', answers, refuses: [404] },
    'PATCH /v1/{shelf.name=shelves/*}': { id: 'UpdateShelf', body, answers, refuses: [400, 404, 415] },
    'DELETE /v1/{name=shelves/*}': { id: 'DeleteShelf', answers: none, refuses: [404] },
    'GET /v1/{parent=shelves/*}/books': { id: 'ListBooks', answers: list('books'), refuses: [404] },
    'POST /v1/{parent=shelves/*}/books': { id: 'CreateBook', body, answers, refuses: [400, 404, 415] },
    'GET /v1/{name=shelves/*/books/*}': { id: 'GetBook', answers, refuses: [404] },
    'DELETE /v1/{name=shelves/*/books/*}': { id: 'DeleteBook', answers: none, refuses: [404] },
  },
  { schemas: { Shelved } },
)

/** Items are named by their paths, such as "shelves/1/books/2", as protobuf's paths with patterns expect. */
export const resourceNames: Style = {
  name: 'resource names',
  document,
  start() {
    const all = new Shelf<Book>()
    let made = 0
    const none = () => problem(404, 'There is no such thing.')
    const nameOf = ({ url }: Asked): string => decodeURIComponent(url.pathname).replace('/v1/', '')
    const shown = (asked: Asked, name: string) => {
      const found = all.get(asked.tenant, name)
      return found === undefined ? none() : Response.json(found)
    }
    const add = (asked: Asked, collection: string) => {
      const { title } = asked.body as Book
      const item = { name: `${collection}/${++made}`, title }
      all.set(asked.tenant, item.name, item)
      return Response.json(item)
    }
    const listed = ({ tenant }: Asked, pattern: RegExp) =>
      all.all(tenant).filter(({ name }) => pattern.test(name))
    const remove = (asked: Asked) => (all.delete(asked.tenant, nameOf(asked)) ? Response.json({}) : none())
    const above = (asked: Asked): string => nameOf(asked).replace(/\/books$/, '')
    return {
      refuse: problem,
      handlers: {
        ListShelves: (asked) => Response.json({ shelves: listed(asked, /^shelves\/\d+$/) }),
        CreateShelf: (asked) => add(asked, 'shelves'),
        GetShelf: (asked) => shown(asked, nameOf(asked)),
        UpdateShelf(asked) {
          const before = all.get(asked.tenant, nameOf(asked))
          if (before === undefined) return none()
          all.set(asked.tenant, before.name, { ...before, title: (asked.body as Book).title })
          return shown(asked, before.name)
        },
        DeleteShelf: remove,
        ListBooks: (asked) =>
          all.get(asked.tenant, above(asked)) === undefined
            ? none()
            : Response.json({ books: listed(asked, new RegExp(`^${above(asked)}/books/`)) }),
        CreateBook: (asked) =>
          all.get(asked.tenant, above(asked)) === undefined ? none() : add(asked, nameOf(asked)),
        GetBook: (asked) => shown(asked, nameOf(asked)),
        DeleteBook: remove,
      },
    }
  },
}
