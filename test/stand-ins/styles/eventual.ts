import { documentOf, object, problem, query, ref, Shelf, type Style } from './style.ts'

interface Tag {
  readonly id: string
  readonly label: string
  readonly colour: string
}

const own = {
  label: { type: 'string', minLength: 1, maxLength: 30 },
  colour: { type: 'string', enum: ['red', 'blue'] },
}
/** Milliseconds until reads and lists reflect a write. */
const LAG = 300

/** Writes get their response at once, but become visible a moment later, as with reads from a replica. */
export const eventual: Style = {
  name: 'eventual consistency',
  document: documentOf(
    'tags',
    {
      'GET /tags': {
        id: 'listTags',
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 50 }),
          query('offset', { type: 'integer', minimum: 0 }),
        ],
        answers: [
          { schema: object({ items: { type: 'array', items: ref('Tag') }, total: { type: 'integer' } }) },
        ],
        refuses: [400],
      },
      'POST /tags': {
        id: 'addTag',
        body: { schema: object(own) },
        answers: [{ status: 201, schema: ref('Tag') }],
        refuses: [400, 415],
      },
      'GET /tags/{id}': { id: 'readTag', answers: [{ schema: ref('Tag') }], refuses: [404] },
      'PATCH /tags/{id}': {
        id: 'changeTag',
        body: { schema: object(own, []) },
        answers: [{ schema: ref('Tag') }],
        refuses: [400, 404, 415],
      },
      'DELETE /tags/{id}': { id: 'removeTag', answers: [{ status: 204 }], refuses: [404] },
    },
    { schemas: { Tag: object({ id: { type: 'string', format: 'uuid', readOnly: true }, ...own }) } },
  ),
  start() {
    const tags = new Shelf<Tag>()
    const shown = new Shelf<Tag>()
    const copy = (tenant: 'ada' | 'eve', id: string) => {
      const tag = tags.get(tenant, id)
      setTimeout(() => {
        if (tag) shown.set(tenant, id, tag)
        else shown.delete(tenant, id)
      }, LAG)
    }
    const none = () => problem(404, 'There is no such tag.')
    return {
      refuse: problem,
      handlers: {
        listTags({ tenant, query: { limit = 50, offset = 0 } }) {
          const all = shown.all(tenant)
          return Response.json({
            items: all.slice(Number(offset), Number(offset) + Number(limit)),
            total: all.length,
          })
        },
        addTag({ tenant, body }) {
          const tag = { ...(body as Tag), id: crypto.randomUUID() }
          tags.set(tenant, tag.id, tag)
          copy(tenant, tag.id)
          return Response.json(tag, { status: 201 })
        },
        readTag({ tenant, path: { id = '' } }) {
          const tag = shown.get(tenant, id)
          return tag ? Response.json(tag) : none()
        },
        changeTag({ tenant, path: { id = '' }, body }) {
          const tag = tags.get(tenant, id)
          if (!tag) return none()
          const changed = { ...tag, ...(body as Partial<Tag>), id }
          tags.set(tenant, id, changed)
          copy(tenant, id)
          return Response.json(changed)
        },
        removeTag({ tenant, path: { id = '' } }) {
          if (!tags.delete(tenant, id)) return none()
          copy(tenant, id)
          return new Response(null, { status: 204 })
        },
      },
    }
  },
}
