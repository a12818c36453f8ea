import { expect, test } from 'vitest'
import { answers, described } from './described.ts'
import { outcomes } from './small-service.ts'

const shelf = {
  type: 'object',
  properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
}
const plant = {
  type: 'object',
  properties: {
    id: { type: 'string', readOnly: true },
    latin: { type: 'string' },
    shelf: { type: 'string' },
  },
}
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
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
  readonly shelf: string
  readonly shown: { readonly id: string }
}

type Fault = 'lists all' | 'lands elsewhere'

function curators(fault?: Fault) {
  const shelves = new Map<string, Kept>()
  const plants = new Map<string, Kept>()
  let last = 0
  return (request: Request, text: string): Response => {
    const { method } = request
    const owner = request.headers.get('x-key') ?? ''
    const [, , one = '', below = '', other = ''] = new URL(request.url).pathname.split('/')
    const of = shelves.get(one)
    if (one !== '' && of?.owner !== owner) return Response.json({}, { status: 404 })
    const [kept, name] = below === '' ? [shelves, one] : [plants, other]
    const isHere = (each: Kept): boolean =>
      below === '' ? each.owner === owner : fault === 'lists all' || each.shelf === of?.shown.id
    if (name === '' && method === 'GET')
      return Response.json([...kept.values()].filter(isHere).map(({ shown }) => shown))
    if (name === '') {
      const sent = JSON.parse(text)
      const shelf = fault === 'lands elsewhere' ? (sent.shelf ?? one) : one
      const shown = { ...sent, ...(below !== '' && { shelf }), id: `x${++last}` }
      kept.set(shown.id, { owner, shelf, shown })
      return Response.json(shown, { status: 201 })
    }
    const found = kept.get(name)
    if (found === undefined || (below !== '' && found.shelf !== of?.shown.id))
      return Response.json({}, { status: 404 })
    if (method === 'GET') return Response.json(found.shown)
    kept.delete(name)
    return new Response(null, { status: 204 })
  }
}

test.each<readonly [Fault | undefined, readonly RegExp[]]>([
  [undefined, []],
  ['lists all', [/^tenancy listPlants: a list without \S+ with another tenant/]],
  ['lands elsewhere', [/^tenancy addPlant: .*a body that names another tenant's "shelf"/]],
])("the other tenant's own shelf has nothing of ours (fault: %s)", async (fault, expected) => {
  const lines = await outcomes(await herbarium(), {
    ...{ answer: curators(fault), rules: ['tenancy'] },
    ...{ credentials: { Key: 'ours' }, otherCredentials: { Key: 'theirs' } },
  })
  expect(lines.filter((line) => !/: (?:passed|not run)/.test(line))).toEqual(
    expected.map((line) => expect.stringMatching(line)),
  )
})
