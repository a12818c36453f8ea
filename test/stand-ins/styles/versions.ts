import { type Asked, documentOf, object, problem, ref, Shelf, type Style } from './style.ts'

interface Parcel {
  readonly id: string
  readonly address: string
  readonly grams: number
}

const NewParcel = object({
  address: { type: 'string', maxLength: 80 },
  grams: { type: 'integer', minimum: 1, maximum: 9000 },
})
const Change = { ...Object(NewParcel), required: [] }
const Parcel = object({ id: { type: 'string', readOnly: true }, ...Object(NewParcel).properties })
const answers = [{ schema: ref('Parcel') }]
const all = [{ schema: { type: 'array', items: ref('Parcel') } }]

function writing(id: string, schema: string) {
  return { id, body: { schema: ref(schema) }, answers, refuses: [400, 404, 415] }
}

const document = documentOf(
  'versions',
  {
    'GET /api/v1/parcels': { id: 'listParcels', answers: all },
    'POST /api/v1/parcels': {
      id: 'createParcel',
      body: { schema: ref('NewParcel') },
      answers: [{ status: 201, schema: ref('Parcel') }],
      refuses: [400, 415],
    },
    'GET /api/v1/parcels/{id}': { id: 'getParcel', answers, refuses: [404] },
    'DELETE /api/v1/parcels/{id}': { id: 'deleteParcel', answers: [{ status: 204 }], refuses: [404] },
    'GET /api/v2/parcels': { id: 'listParcels2', answers: all },
    'GET /api/v2/parcels/{parcelId}': { id: 'getParcel2', answers, refuses: [404] },
    'PUT /api/v2/parcels/{parcelId}': writing('replaceParcel2', 'NewParcel'),
    'PATCH /api/v2/parcels/{parcelId}': writing('updateParcel2', 'Change'),
    'POST /api/v2/parcels/{parcelId}/weigh': { id: 'weighParcel2', answers, refuses: [404] },
    'DELETE /parcels/{id}': { id: 'deleteParcel3', answers: [{ status: 204 }], refuses: [404] },
  },
  { schemas: { NewParcel, Change, Parcel } },
)

/** The same items under several versions of a path. Only one of them creates items. */
export const versions: Style = {
  name: 'versions',
  document,
  start() {
    const parcels = new Shelf<Parcel>()
    parcels.set('ada', 'p0', { id: 'p0', address: 'Theirs', grams: 7 })
    const touched: string[] = []
    let made = 0
    const none = () => problem(404, 'There is no such parcel.')
    const idOf = ({ path }: Asked) => path['id'] ?? path['parcelId'] ?? ''
    const read = (asked: Asked) => {
      const parcel = parcels.get(asked.tenant, idOf(asked))
      return parcel ? Response.json(parcel) : none()
    }
    const change = (asked: Asked) => {
      const id = idOf(asked)
      const parcel = parcels.get(asked.tenant, id)
      if (parcel === undefined) return none()
      if (id === 'p0') touched.push(id)
      parcels.set(asked.tenant, id, { ...parcel, ...(asked.body as Partial<Parcel> | undefined), id })
      return read(asked)
    }
    const remove = (asked: Asked) => {
      if (idOf(asked) === 'p0') touched.push('p0')
      return parcels.delete(asked.tenant, idOf(asked)) ? new Response(null, { status: 204 }) : none()
    }
    const list = ({ tenant }: Asked) => Response.json(parcels.all(tenant))
    return {
      refuse: problem,
      touched,
      handlers: {
        listParcels: list,
        listParcels2: list,
        createParcel({ tenant, body }) {
          const parcel = { ...(body as Parcel), id: `p${++made}` }
          parcels.set(tenant, parcel.id, parcel)
          return Response.json(parcel, { status: 201 })
        },
        getParcel: read,
        getParcel2: read,
        replaceParcel2: change,
        updateParcel2: change,
        weighParcel2: change,
        deleteParcel: remove,
        deleteParcel3: remove,
      },
    }
  },
}
