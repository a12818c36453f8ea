import { type Asked, documentOf, object, problem, ref, Shelf, type Style, type Tenant } from './style.ts'

interface Mark {
  readonly label: string
  readonly pages: number
}

const NewNode = object(
  {
    id: { type: 'string', pattern: '^[a-zA-Z0-9_-]{1,80}$' },
    ...{ label: { type: 'string', maxLength: 80 }, pages: { type: 'integer', minimum: 0, maximum: 900 } },
  },
  ['label', 'pages'],
)
const Change = object({
  label: { type: 'string', maxLength: 80 },
  pages: { type: 'integer', minimum: 0, maximum: 900 },
})
const Node = object({ id: { type: 'string' }, place: { type: 'string' }, ...Object(Change).properties })
const Text = object({ place: { type: 'string' }, text: { type: 'string' } })
const NewText = object({ text: { type: 'string', maxLength: 80 } })
const Length = object({ length: { type: 'integer' } })
const answers = [{ schema: ref('Node') }]
const texts = [{ schema: ref('Text') }]

const document = documentOf(
  'tree',
  {
    'GET /api/nodes/{path}': { id: 'read_node', answers, refuses: [404] },
    'POST /api/nodes/{path}': {
      id: 'post_node',
      body: { schema: ref('NewNode') },
      answers: [{ status: 201, schema: ref('Node') }],
      refuses: [400, 404, 409, 415],
    },
    'PUT /api/nodes/{path}': {
      id: 'put_node',
      body: { schema: ref('Change') },
      answers,
      refuses: [400, 404, 415],
    },
    'DELETE /api/nodes/{path}': { id: 'delete_node', answers: [{ status: 204 }], refuses: [404, 409] },
    'GET /api/texts/{path}': { id: 'read_text', answers: texts, refuses: [404] },
    'PUT /api/texts/{path}': {
      id: 'put_text',
      body: { schema: ref('NewText') },
      answers: texts,
      refuses: [400, 404, 415],
    },
    'GET /api/text-length/{path}': {
      id: 'read_length',
      answers: [{ schema: ref('Length') }],
      refuses: [404],
    },
    'DELETE /api/text-length/{path}': { id: 'delete_length', answers: [{ status: 204 }], refuses: [404] },
  },
  { schemas: { NewNode, Change, Node, Text, NewText, Length } },
)

/**
 * A tree of names: a POST to the path of an item creates one below it, the root has an empty path, and other
 * operations act on parts of the same items.
 */
export const tree: Style = {
  name: 'tree',
  document,
  start() {
    const nodes = new Shelf<Mark>()
    nodes.set('ada', 'theirs', { label: 'Theirs', pages: 7 })
    const written = new Shelf<string>()
    const touched: string[] = []
    let made = 0
    const none = () => problem(404, 'There is no such node.')
    const placeOf = ({ path }: Asked) => path['path'] ?? ''
    const node = (tenant: Tenant, place: string, status = 200) =>
      Response.json({ id: place.split('/').at(-1), place, ...nodes.get(tenant, place) }, { status })
    const text = (tenant: Tenant, place: string) =>
      Response.json({ place, text: written.get(tenant, place) ?? '' })
    /** Answers for an existing node. */
    const at = (asked: Asked, answer: (place: string) => Response): Response => {
      const place = placeOf(asked)
      return nodes.get(asked.tenant, place) ? answer(place) : none()
    }
    const write = (asked: Asked, answer: (place: string) => Response) =>
      at(asked, (place) => {
        if (place.split('/')[0] === 'theirs') touched.push(place)
        return answer(place)
      })
    const add = ({ tenant, body }: Asked, above: string) => {
      const { id = `n${++made}`, label, pages } = body as Mark & { readonly id?: string }
      const place = above + id
      if (nodes.get(tenant, place)) return problem(409, 'There is such a node.')
      nodes.set(tenant, place, { label, pages })
      return node(tenant, place, 201)
    }
    return {
      refuse: problem,
      touched,
      handlers: {
        read_node: (asked) => at(asked, (place) => node(asked.tenant, place)),
        post_node: (asked) =>
          placeOf(asked) === '' ? add(asked, '') : write(asked, (place) => add(asked, `${place}/`)),
        put_node: (asked) =>
          write(asked, (place) => {
            const { label, pages } = asked.body as Mark
            nodes.set(asked.tenant, place, { label, pages })
            return node(asked.tenant, place)
          }),
        delete_node: (asked) =>
          write(asked, (place) => {
            if (nodes.keys(asked.tenant).some((key) => key.startsWith(`${place}/`)))
              return problem(409, 'It has nodes below it.')
            nodes.delete(asked.tenant, place)
            written.delete(asked.tenant, place)
            return new Response(null, { status: 204 })
          }),
        read_text: (asked) => at(asked, (place) => text(asked.tenant, place)),
        put_text: (asked) =>
          write(asked, (place) => {
            written.set(asked.tenant, place, (asked.body as { readonly text: string }).text)
            return text(asked.tenant, place)
          }),
        read_length: (asked) =>
          at(asked, (place) => Response.json({ length: written.get(asked.tenant, place)?.length ?? 0 })),
        delete_length: (asked) =>
          write(asked, (place) => {
            written.delete(asked.tenant, place)
            return new Response(null, { status: 204 })
          }),
      },
    }
  },
}
