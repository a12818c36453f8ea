import { expect, test } from 'vitest'
import { answers, described } from './described.ts'
import { outcomes } from './small-service.ts'

const shelf = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
}
const plant = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, latin: { type: 'string' } },
}
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })
const absent = { 404: { description: 'None.' } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const items = (schema: object) => answers({ type: 'array', items: schema })

const herbarium = () =>
  described(
    {
      '/shelves': {
        get: { operationId: 'listShelves', responses: items(shelf) },
        post: {
          operationId: 'addShelf',
          requestBody: body(shelf),
          responses: answers(shelf, { status: 201 }),
        },
      },
      '/shelves/{shelf}': {
        parameters: [id('shelf')],
        get: { operationId: 'readShelf', responses: { ...answers(shelf), ...absent } },
        delete: { operationId: 'dropShelf', responses: { 204: { description: 'Gone.' }, ...absent } },
      },
      '/shelves/{shelf}/plants': {
        parameters: [id('shelf')],
        get: { operationId: 'listPlants', responses: { ...items(plant), ...absent } },
        post: {
          operationId: 'addPlant',
          requestBody: body(plant),
          responses: { ...answers(plant, { status: 201 }), ...absent },
        },
      },
      '/shelves/{shelf}/plants/{plant}': {
        parameters: [id('shelf'), id('plant')],
        get: { operationId: 'readPlant', responses: { ...answers(plant), ...absent } },
        delete: { operationId: 'dropPlant', responses: { 204: { description: 'Gone.' }, ...absent } },
      },
    },
    {
      security: [{ Key: [] }],
      components: { securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
    },
  )

interface Kept {
  readonly owner: string
  readonly shelf: number
  readonly shown: { readonly id: number }
}

/** @param showsAll Whether a list of plants looks at nothing but whether its shelf is the caller's. */
function curators(showsAll: boolean) {
  const shelves = new Map<number, Kept>()
  const plants = new Map<number, Kept>()
  let last = 0
  return (request: Request, text: string): Response => {
    const { method } = request
    const owner = request.headers.get('x-key') ?? ''
    const [, , one = '', below = '', other = ''] = new URL(request.url).pathname.split('/')
    const of = shelves.get(Number(one))
    if (one !== '' && of?.owner !== owner) return Response.json({}, { status: 404 })
    const [kept, name] = below === '' ? [shelves, one] : [plants, other]
    const isHere = (each: Kept): boolean =>
      below === '' ? each.owner === owner : showsAll || each.shelf === of?.shown.id
    if (name === '' && method === 'GET')
      return Response.json([...kept.values()].filter(isHere).map(({ shown }) => shown))
    if (name === '') {
      const shown = { ...JSON.parse(text), id: ++last }
      kept.set(last, { owner, shelf: of?.shown.id ?? 0, shown })
      return Response.json(shown, { status: 201 })
    }
    const found = kept.get(Number(name))
    if (found === undefined || (below !== '' && found.shelf !== of?.shown.id))
      return Response.json({}, { status: 404 })
    if (method === 'GET') return Response.json(found.shown)
    kept.delete(Number(name))
    return new Response(null, { status: 204 })
  }
}

test.each([false, true])(
  "the other tenant's own nested list shows nothing of ours (fault: %s)",
  async (showsAll) => {
    const lines = await outcomes(await herbarium(), {
      ...{ answer: curators(showsAll), rules: ['tenancy'] },
      ...{ credentials: { Key: 'ours' }, otherCredentials: { Key: 'theirs' } },
    })
    const expected = showsAll
      ? [expect.stringMatching(/^tenancy listPlants: a list without \d+ with another tenant/)]
      : []
    expect(lines.filter((line) => !/: (?:passed|not run)/.test(line))).toEqual(expected)
  },
)
