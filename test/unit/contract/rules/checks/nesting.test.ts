import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { type: 'integer', readOnly: true }
const text = { type: 'string' }
const album = { type: 'object', required: ['id', 'name'], properties: { id, name: text } }
const remark = {
  type: 'object',
  required: ['id', 'album', 'words'],
  properties: { id, album: id, words: text },
}
const none = { 404: { description: 'None.' } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })

const readRemark = { operationId: 'getRemark', responses: { ...answers(remark), ...none } }

/** Albums with remarks, which have paths below their album or of their own. */
const albums = (remarks: string, description = '', read: object = { get: readRemark }) =>
  described({
    '/albums': {
      get: { operationId: 'listAlbums', responses: answers({ type: 'array', items: album }) },
      post: {
        operationId: 'addAlbum',
        requestBody: body({ type: 'object', required: ['name'], properties: { name: text } }),
        responses: answers(album, { status: 201 }),
      },
    },
    '/albums/{album}': {
      parameters: [inPath('album')],
      get: { operationId: 'getAlbum', responses: { ...answers(album), ...none } },
      patch: {
        operationId: 'renameAlbum',
        requestBody: body({ type: 'object', properties: { name: text } }),
        responses: { ...answers(album), ...none },
      },
      delete: {
        operationId: 'dropAlbum',
        description,
        responses: { 204: { description: 'Gone.' }, ...none },
      },
    },
    '/albums/{album}/remarks': {
      parameters: [inPath('album')],
      get: {
        operationId: 'listRemarks',
        responses: { ...answers({ type: 'array', items: remark }), ...none },
      },
      post: {
        operationId: 'addRemark',
        requestBody: body({ type: 'object', required: ['words'], properties: { words: text } }),
        responses: { ...answers(remark, { status: 201 }), ...none },
      },
    },
    [remarks]: {
      parameters: [...(remarks.startsWith('/albums') ? [inPath('album')] : []), inPath('remark')],
      ...read,
      delete: { operationId: 'dropRemark', responses: { 204: { description: 'Gone.' }, ...none } },
    },
  })

type Wrong =
  | 'lists all'
  | 'outlives'
  | 'loses its album'
  | 'empties others'
  | 'empties the changed'
  | 'rewords'
  | 'moves the changed'

function service(wrong?: Wrong): (request: Request, text: string) => Response {
  const kept = new Map<number, { album: number | null; [name: string]: unknown }>()
  let last = 0
  const add = (made: object, above: number | null): Response => {
    kept.set(++last, { ...made, id: last, album: above })
    return Response.json(kept.get(last), { status: 201 })
  }
  const change = (own: number, { name }: { name?: string }): Response => {
    const one = { ...kept.get(own), album: null, name }
    kept.set(own, one)
    if (wrong === 'moves the changed') kept.delete(own)
    for (const [key, each] of kept)
      if (each.album === own) {
        if (wrong === 'empties the changed' || wrong === 'moves the changed') kept.delete(key)
        if (wrong === 'rewords') each.words = name
      }
    return Response.json(one)
  }
  return ({ method, url }, sent) => {
    const names = new URL(url).pathname.split('/').filter(Boolean)
    const [kind, first = ''] = names
    const isNested = names.length > 2
    const above = kind === 'albums' && (isNested || method === 'GET') ? Number(first) : undefined
    if (isNested && !kept.has(Number(first)) && wrong !== 'outlives')
      return new Response(null, { status: 404 })
    if (method === 'POST') return add(JSON.parse(sent), isNested ? Number(first) : null)
    const own = Number(names.at(-1))
    if (Number.isNaN(own)) {
      const isListed = ([, { album }]: [number, { album: number | null }]): boolean =>
        wrong === 'lists all' && isNested ? album !== null : album === (isNested ? above : null)
      return Response.json([...kept].filter(isListed).map(([, each]) => each))
    }
    const found = kept.get(own)
    if (found === undefined) return new Response(null, { status: 404 })
    if (method === 'GET') return Response.json(found)
    if (method === 'PATCH') return change(own, JSON.parse(sent))
    kept.delete(own)
    if (wrong === 'empties others' && kind === 'albums' && !isNested)
      for (const [key, { album }] of kept) if (album !== null) kept.delete(key)
    for (const [key, each] of kept)
      if (each.album === own) {
        if (wrong === 'loses its album') each.album = null
        else if (wrong !== 'outlives') kept.delete(key)
      }
    return new Response(null, { status: 204 })
  }
}

const NESTED = '/albums/{album}/remarks/{remark}'
const FLAT = '/remarks/{remark}'
/** True unless the tour of albums has no finding. */
const isTelling = (line: string): boolean => !/^nesting getAlbum: (passed|not run)/.test(line)
const judged = async (document: Awaited<ReturnType<typeof albums>>, wrong?: Wrong): Promise<string[]> =>
  (await outcomes(document, { answer: service(wrong), rules: ['nesting'] })).filter(isTelling)
const told = async (path: string, wrong?: Wrong, description?: string): Promise<string[]> =>
  judged(await albums(path, description), wrong)

test.each([NESTED, FLAT])('items at %s that are gone with their parent break nothing', async (path) => {
  expect(await told(path)).toEqual(['nesting addRemark: passed'])
})

test('an item with a path of its own may stay if it no longer names its parent', async () => {
  expect(await told(FLAT, 'loses its album')).toEqual(['nesting addRemark: passed'])
})

test('items may stay if the document says so', async () => {
  expect(await told(FLAT, 'outlives', 'Remarks on it stay.')).toEqual(['nesting addRemark: passed'])
})

test.each([NESTED, FLAT])('an item at %s that outlives its parent is told', async (path) => {
  expect(await told(path, 'outlives')).toEqual([
    expect.stringMatching(
      /^nesting addRemark: status 404 from GET .*remark\} for an item whose parent DELETE \/albums\/\{album\} removed \| status 200/,
    ),
  ])
})

test('an item without a read that its removed parent still lists is told', async () => {
  const document = await albums(NESTED, '', {})
  expect(await judged(document)).toEqual(['nesting addRemark: passed'])
  expect(await judged(document, 'outlives')).toEqual([
    expect.stringMatching(/: status 404 from GET \/albums\/\{album\}\/remarks for an item whose parent/),
  ])
})

test.each([NESTED, FLAT])('a list that shows the items of all parents is told: %s', async (path) => {
  expect(await told(path, 'lists all')).toEqual([
    expect.stringMatching(
      /: a list below \d+ without \d+, which was created below \d+ \| a list that contains it$/,
    ),
  ])
})

test.each([NESTED, FLAT])(
  'a parent whose removal takes the items of others along is told: %s',
  async (path) => {
    expect(await told(path, 'empties others')).toEqual([
      expect.stringMatching(
        /: GET \S+remark\} to return an item as before, because DELETE \/albums\/\{album\} removed a parent other than its own \| status 404/,
      ),
    ])
    const document = await albums(path, '', {})
    expect(await judged(document, 'empties others')).toEqual([
      expect.stringContaining(': GET /albums/{album}/remarks to return an item as before, because'),
    ])
  },
)

test.each([
  ['empties the changed', 'a response without the item'],
  ['rewords', '"words": '],
] as const)('a change of a parent that %s is told', async (wrong, received) => {
  expect(await told(NESTED, wrong)).toEqual([
    expect.stringContaining(
      `: GET ${NESTED} to return an item as before PATCH /albums/{album}, which changed the item's parent | ${received}`,
    ),
    'nesting addRemark: passed',
  ])
})

test('an item may be gone if a change gave its parent another path', async () => {
  expect(await told(NESTED, 'moves the changed')).toEqual(['nesting addRemark: passed'])
})
