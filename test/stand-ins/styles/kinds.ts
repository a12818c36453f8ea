import { documentOf, object, problem, query, ref, Shelf, type Style } from './style.ts'

interface Thing {
  readonly id: string
  readonly text: string
}

interface Kiln {
  readonly id: string
  readonly name: string
  readonly clay: string
  readonly state: 'burning' | 'cold'
}

const TEXT = { type: 'string', minLength: 1, maxLength: 60 }
const KIND = { name: 'kind', in: 'path', required: true, schema: { type: 'string', enum: ['any', 'blobs'] } }
const CLAY = { ...TEXT, description: 'The name of the clay that was chosen.' }
const tag = { name: 'tag', in: 'query', required: true, schema: TEXT }

/**
 * A path parameter lists the collections whose items a path names, paths of reads end with a format, a PUT to
 * an item's path uploads another item, an item in use cannot be removed until it is stopped, and a read shows
 * an ID where the list shows a name.
 */
export const kinds: Style = {
  name: 'kinds in paths and items in use',
  document: documentOf(
    'kinds',
    {
      'GET /blobs': { id: 'listBlobs', answers: [{ schema: { type: 'array', items: ref('Thing') } }] },
      'POST /blobs': {
        id: 'uploadBlob',
        body: { schema: ref('NewThing') },
        answers: [{ schema: ref('Thing') }],
        refuses: [400, 415],
      },
      'GET /blobs/{id}': { id: 'readBlob', answers: [{ schema: ref('Thing') }], refuses: [404] },
      'PUT /blobs/{id}': {
        id: 'uploadBlobBelow',
        body: { schema: ref('NewThing') },
        answers: [{ schema: ref('Thing') }],
        refuses: [400, 404, 415],
        more: { deprecated: true, description: 'Uploads a new blob. Deprecated: use POST /blobs instead.' },
      },
      'DELETE /blobs/{id}': { id: 'removeBlob', answers: [{ status: 204 }], refuses: [404] },
      'GET /{kind}/{id}/tags': {
        id: 'listTags',
        parameters: [KIND],
        answers: [{ schema: { type: 'array', items: object({ tag: TEXT }) } }],
        refuses: [400, 404],
      },
      'PUT /{kind}/{id}/tags': {
        id: 'addTag',
        parameters: [KIND],
        body: { schema: object({ tag: TEXT }) },
        answers: [{ status: 204 }],
        refuses: [400, 404, 415],
      },
      'DELETE /{kind}/{id}/tags': {
        id: 'removeTag',
        parameters: [KIND, tag],
        answers: [{ status: 204 }],
        refuses: [400, 404],
      },
      'GET /kilns/json': {
        id: 'listKilns',
        parameters: [
          {
            ...query('limit', { type: 'integer', minimum: 1, maximum: 100 }),
            description: 'Returns this many kilns, including cold ones.',
          },
        ],
        answers: [{ schema: { type: 'array', items: ref('ListedKiln') } }],
        refuses: [400],
      },
      'POST /kilns': {
        id: 'buildKiln',
        body: { schema: object({ name: TEXT, clay: CLAY }) },
        answers: [{ status: 201, schema: ref('Kiln') }],
        refuses: [400, 415],
      },
      'GET /kilns/{kilnId}/json': { id: 'readKiln', answers: [{ schema: ref('Kiln') }], refuses: [404] },
      'GET /kilns/{kilnId}/heat': {
        id: 'readHeat',
        answers: [{ schema: object({ degrees: { type: 'integer' } }) }],
        refuses: [404, 409],
      },
      'POST /kilns/{kilnId}/light': { id: 'lightKiln', answers: [{ status: 204 }], refuses: [404] },
      'POST /kilns/{kilnId}/stop': { id: 'stopKiln', answers: [{ status: 204 }], refuses: [404] },
      'DELETE /kilns/{kilnId}': { id: 'removeKiln', answers: [{ status: 204 }], refuses: [404, 409] },
    },
    {
      schemas: {
        NewThing: object({ text: TEXT }),
        Thing: object({ id: { type: 'string', readOnly: true }, text: TEXT }),
        ListedKiln: object({ id: { type: 'string', readOnly: true }, name: TEXT, clay: CLAY }),
        Kiln: object({
          id: { type: 'string', readOnly: true },
          name: TEXT,
          clay: { type: 'string', description: 'The ID of the clay.', readOnly: true },
          state: { type: 'string', enum: ['burning', 'cold'], readOnly: true },
        }),
      },
    },
  ),
  start() {
    const blobs = new Shelf<Thing>()
    const tags = new Shelf<Set<string>>()
    const kilns = new Shelf<Kiln>()
    let made = 0
    const none = () => problem(404, 'There is no such thing.')
    const shown = (kiln: Kiln) => ({ ...kiln, clay: `id:${Buffer.from(kiln.clay).toString('hex')}` })
    const listed = ({ id, name, clay }: Kiln) => ({ id, name, clay })
    const done = () => new Response(null, { status: 204 })
    return {
      refuse: problem,
      handlers: {
        listBlobs: ({ tenant }) => Response.json(blobs.all(tenant)),
        uploadBlob({ tenant, body }) {
          const blob = { id: `b${++made}`, text: String(Object(body).text) }
          blobs.set(tenant, blob.id, blob)
          return Response.json(blob)
        },
        readBlob: ({ tenant, path: { id = '' } }) => {
          const blob = blobs.get(tenant, id)
          return blob === undefined ? none() : Response.json(blob)
        },
        uploadBlobBelow({ tenant, path: { id = '' }, body }) {
          if (blobs.get(tenant, id) === undefined) return none()
          const blob = { id: `b${++made}`, text: String(Object(body).text) }
          blobs.set(tenant, blob.id, blob)
          return Response.json(blob)
        },
        removeBlob({ tenant, path: { id = '' } }) {
          tags.delete(tenant, id)
          return blobs.delete(tenant, id) ? done() : none()
        },
        listTags({ tenant, path: { id = '' } }) {
          if (blobs.get(tenant, id) === undefined) return none()
          return Response.json([...(tags.get(tenant, id) ?? [])].map((each) => ({ tag: each })))
        },
        addTag({ tenant, path: { id = '' }, body }) {
          if (blobs.get(tenant, id) === undefined) return none()
          tags.set(tenant, id, new Set([...(tags.get(tenant, id) ?? []), String(Object(body).tag)]))
          return done()
        },
        removeTag({ tenant, path: { id = '' }, query: asked }) {
          const own = tags.get(tenant, id)
          return own?.delete(String(asked['tag'])) ? done() : none()
        },
        listKilns({ tenant, query: { limit } }) {
          const all = kilns.all(tenant).toReversed()
          const chosen =
            limit === undefined ? all.filter(({ state }) => state === 'burning') : all.slice(0, Number(limit))
          return Response.json(chosen.map(listed))
        },
        buildKiln({ tenant, body }) {
          const { name, clay } = Object(body)
          const kiln: Kiln = { id: `k${++made}`, name: String(name), clay: String(clay), state: 'cold' }
          kilns.set(tenant, kiln.id, kiln)
          return Response.json(shown(kiln), { status: 201 })
        },
        readKiln({ tenant, path: { kilnId = '' } }) {
          const kiln = kilns.get(tenant, kilnId)
          return kiln === undefined ? none() : Response.json(shown(kiln))
        },
        readHeat({ tenant, path: { kilnId = '' } }) {
          const kiln = kilns.get(tenant, kilnId)
          if (kiln === undefined) return none()
          return kiln.state === 'cold'
            ? problem(409, 'The kiln is not burning.')
            : Response.json({ degrees: 900 })
        },
        lightKiln({ tenant, path: { kilnId = '' } }) {
          const kiln = kilns.get(tenant, kilnId)
          if (kiln === undefined) return none()
          kilns.set(tenant, kilnId, { ...kiln, state: 'burning' })
          return done()
        },
        stopKiln({ tenant, path: { kilnId = '' } }) {
          const kiln = kilns.get(tenant, kilnId)
          if (kiln === undefined) return none()
          kilns.set(tenant, kilnId, { ...kiln, state: 'cold' })
          return done()
        },
        removeKiln({ tenant, path: { kilnId = '' } }) {
          const kiln = kilns.get(tenant, kilnId)
          if (kiln?.state === 'burning') return problem(409, 'The kiln is burning.')
          return kilns.delete(tenant, kilnId) ? done() : none()
        },
      },
    }
  },
}
