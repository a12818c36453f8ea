import {
  type Asked,
  documentOf,
  type Handler,
  object,
  problem,
  ref,
  Shelf,
  type Style,
  type Tenant,
} from './style.ts'

interface Boat {
  readonly boat_href: string
  readonly name: string
}

/** Each kind of pier has a collection of its own, and each kind of mooring takes piers of one kind. */
const KINDS = ['stone', 'wood'] as const

interface Pier {
  readonly pier_href: string
  readonly metres: number
}

interface Mooring {
  readonly mooring_href: string
  readonly pier: string
}

interface Crew {
  readonly crew_href: string
  readonly size: number
  readonly boat: string
}

const NewBoat = object({ name: { type: 'string', minLength: 1, maxLength: 100 } })
const NewCrew = object({
  size: { type: 'integer', minimum: 1, maximum: 20 },
  boat: { type: 'string', format: 'uri-reference' },
})
const NewPier = object({ metres: { type: 'integer', minimum: 1, maximum: 900 } })
const NewMooring = object({ pier: { type: 'string', format: 'uri-reference' } })
const href = { type: 'string', format: 'uri-reference', readOnly: true }

function line(id: string, schema: string, more: object = {}) {
  return { id, answers: [{ schema: ref(schema) }], refuses: [400, 404], ...more }
}

/** The operations of a collection without updates, below "/api". */
function collection(kind: string, { item, taken }: { readonly item: string; readonly taken: string }) {
  const [name = '', part = ''] = kind.split('/')
  const id = `${name}_${part}`
  const template = `{${name.slice(0, -1)}_href}`.replace('{', `{${part}_`)
  return {
    [`GET /api/${kind}/`]: { id: `${id}_list`, answers: [{ schema: { type: 'array', items: ref(item) } }] },
    [`POST /api/${kind}/`]: {
      id: `${id}_create`,
      body: { schema: ref(taken) },
      answers: [{ status: 201, schema: ref(item) }],
      refuses: [400, 415],
    },
    [`GET ${template}`]: line(`${id}_read`, item),
    [`DELETE ${template}`]: { id: `${id}_delete`, answers: [{ status: 204 }], refuses: [404] },
  }
}

const document = documentOf(
  'hrefs',
  {
    'GET /api/boats/': { id: 'boats_list', answers: [{ schema: { type: 'array', items: ref('Boat') } }] },
    'POST /api/boats/': {
      id: 'boats_create',
      body: { schema: ref('NewBoat') },
      answers: [{ status: 201, schema: ref('Boat') }],
      refuses: [400, 415],
    },
    'GET {boat_href}': line('boats_read', 'Boat'),
    'PUT {boat_href}': line('boats_update', 'Boat', {
      body: { schema: ref('NewBoat') },
      refuses: [400, 404, 415],
    }),
    'DELETE {boat_href}': { id: 'boats_delete', answers: [{ status: 204 }], refuses: [404] },
    'POST {boat_href}launch/': line('boats_launch', 'Boat'),
    'GET /api/crews/': { id: 'crews_list', answers: [{ schema: { type: 'array', items: ref('Crew') } }] },
    'POST /api/crews/': {
      id: 'crews_create',
      body: { schema: ref('NewCrew') },
      answers: [{ status: 201, schema: ref('Crew') }],
      refuses: [400, 415],
    },
    'GET {crew_href}': line('crews_read', 'Crew'),
    'DELETE {crew_href}': { id: 'crews_delete', answers: [{ status: 204 }], refuses: [404] },
    ...Object.assign(
      {},
      ...KINDS.flatMap((kind) => [
        collection(`piers/${kind}`, { item: 'Pier', taken: 'NewPier' }),
        collection(`moorings/${kind}`, { item: 'Mooring', taken: 'NewMooring' }),
      ]),
    ),
  },
  {
    schemas: {
      ...{ NewBoat, NewCrew, NewPier, NewMooring },
      Boat: object({ boat_href: href, ...Object(NewBoat).properties }),
      Pier: object({ pier_href: href, ...Object(NewPier).properties }),
      Mooring: object({ mooring_href: href, ...Object(NewMooring).properties }),
      Crew: object({ crew_href: href, ...Object(NewCrew).properties }),
    },
  },
)

/** The identity of an item is its whole path, in answers, in bodies and in the templates of the document. */
export const hrefs: Style = {
  name: 'hrefs',
  document,
  start() {
    const boats = new Shelf<Boat>()
    const crews = new Shelf<Crew>()
    let made = 0
    const none = () => problem(404, 'There is no such thing.')
    const gone = (isGone: boolean) => (isGone ? new Response(null, { status: 204 }) : none())
    const place = (kind: string, path: Readonly<Record<string, string>>) =>
      `/api/${kind}/${Object.values(path)[0]}/`
    const boatAt = (tenant: Tenant, path: Readonly<Record<string, string>>) => {
      const boat = boats.get(tenant, place('boats', path))
      return boat ? Response.json(boat) : none()
    }
    const created = (item: object) => Response.json(item, { status: 201 })
    const piers = new Shelf<Pier>()
    const moorings = new Shelf<Mooring>()
    /** The handlers of a collection below another, which makes items of a body or refuses it. */
    const handlersOf = <Thing extends object>(
      kind: string,
      shelf: Shelf<Thing>,
      make: (href: string, asked: Asked) => Thing | undefined,
    ): Record<string, Handler> => {
      const id = kind.replace('/', '_')
      return {
        [`${id}_list`]: ({ tenant }) =>
          Response.json(
            shelf
              .keys(tenant)
              .filter((key) => key.startsWith(`/api/${kind}/`))
              .map((key) => shelf.get(tenant, key)),
          ),
        [`${id}_create`](asked) {
          const path = `/api/${kind}/k${++made}/`
          const thing = make(path, asked)
          if (thing === undefined) return problem(400, 'pier: Invalid hyperlink - Object does not exist.')
          shelf.set(asked.tenant, path, thing)
          return created(thing)
        },
        [`${id}_read`]({ tenant, path }) {
          const thing = shelf.get(tenant, place(kind, path))
          return thing ? Response.json(thing) : none()
        },
        [`${id}_delete`]: ({ tenant, path }) => gone(shelf.delete(tenant, place(kind, path))),
      }
    }
    const kinds = KINDS.map((kind) => ({
      ...handlersOf(`piers/${kind}`, piers, (pier_href, { body }) => ({
        pier_href,
        metres: (body as Pier).metres,
      })),
      ...handlersOf(`moorings/${kind}`, moorings, (mooring_href, { tenant, body }) => {
        const { pier } = body as Mooring
        const isThere = pier.startsWith(`/api/piers/${kind}/`) && piers.get(tenant, pier) !== undefined
        return isThere ? { mooring_href, pier } : undefined
      }),
    }))
    return {
      refuse: problem,
      handlers: {
        ...Object.assign({}, ...kinds),
        boats_list: ({ tenant }) => Response.json(boats.all(tenant)),
        boats_create({ tenant, body }) {
          const boat = { boat_href: `/api/boats/b${++made}/`, name: (body as Boat).name }
          boats.set(tenant, boat.boat_href, boat)
          return created(boat)
        },
        boats_read: ({ tenant, path }) => boatAt(tenant, path),
        boats_launch: ({ tenant, path }) => boatAt(tenant, path),
        boats_update({ tenant, path, body }) {
          const boat_href = place('boats', path)
          if (!boats.get(tenant, boat_href)) return none()
          boats.set(tenant, boat_href, { boat_href, name: (body as Boat).name })
          return boatAt(tenant, path)
        },
        boats_delete: ({ tenant, path }) => gone(boats.delete(tenant, place('boats', path))),
        crews_list: ({ tenant }) => Response.json(crews.all(tenant)),
        crews_create({ tenant, body }) {
          const { size, boat } = body as Crew
          if (!boats.get(tenant, boat))
            return problem(400, 'boat: Invalid hyperlink - Object does not exist.')
          const crew = { crew_href: `/api/crews/c${++made}/`, size, boat }
          crews.set(tenant, crew.crew_href, crew)
          return created(crew)
        },
        crews_read({ tenant, path }) {
          const crew = crews.get(tenant, place('crews', path))
          return crew ? Response.json(crew) : none()
        },
        crews_delete: ({ tenant, path }) => gone(crews.delete(tenant, place('crews', path))),
      },
    }
  },
}
