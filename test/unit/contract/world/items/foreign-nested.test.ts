import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

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
const label = {
  type: 'object',
  required: ['shelf_id'],
  properties: { id: { type: 'string', readOnly: true }, shelf_id: { type: 'string' } },
}
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const absent = { 404: { description: 'None.' } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const items = (schema: object) => answers({ type: 'array', items: schema })

/** @param isSaid whether plants contain their shelf. */
const herbarium = ({ isSaid = true } = {}) => {
  const { shelf: said, ...silent } = plant.properties
  return herbariumOf({ ...plant, properties: { ...silent, ...(isSaid && { shelf: said }) } })
}

const herbariumOf = (plant: object) =>
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
      '/shelves/{shelf}/plants/{plant}/leaves': {
        parameters: [id('shelf'), id('plant')],
        get: { operationId: 'listLeaves', responses: { ...items(plant), ...absent } },
        post: {
          operationId: 'addLeaf',
          requestBody: body(plant),
          responses: { ...answers(plant, { status: 201 }), ...absent },
        },
      },
      '/shelves/{shelf}/plants/{plant}/leaves/{leaf}': {
        parameters: [id('shelf'), id('plant'), id('leaf')],
        get: { operationId: 'readLeaf', responses: { ...answers(plant), ...absent } },
        delete: { operationId: 'dropLeaf', responses: { 204: { description: 'Gone.' }, ...absent } },
      },
      '/labels': {
        post: {
          operationId: 'printLabel',
          requestBody: body(label),
          responses: { ...answers(label, { status: 201 }), 422: { description: 'No such shelf.' } },
        },
      },
      '/labels/{label}': {
        parameters: [id('label')],
        get: { operationId: 'readLabel', responses: { ...answers(label), ...absent } },
        delete: { operationId: 'dropLabel', responses: { 204: { description: 'Gone.' }, ...absent } },
      },
    },
    {
      security: [{ Key: [] }],
      components: { securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
    },
  )

interface Kept {
  readonly owner: string
  /** Its parent. */
  readonly above: string
  readonly kind: string
  readonly shown: { readonly id: string }
}

type Fault = 'lists all' | 'lands elsewhere' | 'leaf of any plant' | 'label of any shelf'

/** A service with shelves, plants and leaves, nested in this order; a label refers to a shelf. */
function curators(fault?: Fault) {
  const kept = new Map<string, Kept>()
  let last = 0
  const none = (status = 404) => Response.json({}, { status })
  const isBelow = (path: readonly string[], owner: string): boolean => {
    const [first, ...others] = path.map((name) => kept.get(name))
    if (first?.owner !== owner) return false
    return others.every((one, index) => {
      const isFree = fault === 'leaf of any plant' && index === 1
      return one !== undefined && (isFree || one.above === path[index])
    })
  }
  const make = (kind: string, above: string, { owner, text }: { owner: string; text: string }): Response => {
    const sent = JSON.parse(text)
    const shelf = kept.get(sent.shelf_id)
    const isMine = shelf !== undefined && (shelf.owner === owner || fault === 'label of any shelf')
    if (kind === 'labels' && !isMine) return none(422)
    const isLost = fault === 'lands elsewhere' && kind === 'plants'
    const where = isLost ? (sent.shelf ?? above) : above
    const shown = { ...sent, ...(kind === 'plants' && { shelf: where }), id: `x${++last}` }
    kept.set(shown.id, { owner, above: where, kind, shown })
    return Response.json(shown, { status: 201 })
  }
  return (request: Request, text: string): Response => {
    const { method } = request
    const owner = request.headers.get('x-key') ?? ''
    const [, ...parts] = new URL(request.url).pathname.split('/')
    const names = parts.filter((_, index) => index % 2 === 1)
    const isList = parts.length % 2 === 1
    const kind = parts.at(isList ? -1 : -2) ?? ''
    if (names.length > 0 && !isBelow(names, owner)) return none()
    const above = names.at(-1) ?? ''
    if (isList && method === 'POST') return make(kind, above, { owner, text })
    const isHere = (one: Kept): boolean =>
      one.kind === kind &&
      (above === ''
        ? one.owner === owner
        : one.above === above || (fault === 'lists all' && kind === 'plants'))
    if (isList) return Response.json([...kept.values()].filter(isHere).map(({ shown }) => shown))
    const found = kept.get(above)
    if (found?.kind !== kind) return none()
    if (method === 'GET') return Response.json(found.shown)
    kept.delete(above)
    return new Response(null, { status: 204 })
  }
}

test.each<readonly [Fault | undefined, readonly RegExp[]]>([
  [undefined, []],
  ['lists all', [/^tenancy listPlants: a list without \S+ for another tenant/]],
  [
    'leaf of any plant',
    [
      /^tenancy readLeaf: .*below that tenant's own items/,
      /^tenancy dropLeaf: .*below that tenant's own items/,
    ],
  ],
  ['label of any shelf', [/^tenancy printLabel: .*the id of the first tenant's item as "shelf_id"/]],
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

test('a body cannot name the shelf of another tenant by a member that no document has', async () => {
  const lines = async (fault?: Fault): Promise<string[]> => {
    const told = await outcomes(await herbarium({ isSaid: false }), {
      ...{ answer: curators(fault), rules: ['tenancy'] },
      ...{ credentials: { Key: 'ours' }, otherCredentials: { Key: 'theirs' } },
    })
    return told.filter((line) => !/: (?:passed|not run)/.test(line))
  }
  expect(await lines()).toEqual([])
  expect(await lines('lands elsewhere')).toEqual([
    expect.stringMatching(/^tenancy addPlant: .*a body that names another tenant's "shelf"/),
  ])
})
