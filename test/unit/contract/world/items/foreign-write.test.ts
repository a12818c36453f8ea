import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const json = (name: string) =>
  ({ content: { 'application/json': { schema: { $ref: `#/$defs/${name}` } } } }) as const
const body = (name: string) => ({ required: true, ...json(name) }) as const
const parameter = (name: string) =>
  ({ name, in: 'path', required: true, schema: { type: 'string' } }) as const
const keys = (role: 'list' | 'create' | 'read' | 'replace') => ({ name: 'keys', role }) as const
const at = { path: '/zones/{zone}/keys/{key}', parameters: [parameter('zone'), parameter('key')] }
const all = { path: '/zones/{zone}/keys', parameters: [parameter('zone')] }
const operations: readonly Operation[] = [
  {
    ...{ operationId: 'createZone', method: 'POST', path: '/zones', requestBody: body('ZoneWrite') },
    resource: { name: 'zones', role: 'create' },
    responses: { '201': json('Zone') },
  },
  {
    ...{ operationId: 'readZone', method: 'GET', path: '/zones/{zone}', parameters: [parameter('zone')] },
    resource: { name: 'zones', role: 'read' },
    responses: { '200': json('Zone') },
  },
  {
    ...{ operationId: 'listKeys', method: 'GET', ...all, list: { items: [] } },
    resource: keys('list'),
    responses: { '200': json('Keys') },
  },
  {
    ...{ operationId: 'createKey', method: 'POST', ...all, requestBody: body('KeyWrite') },
    resource: keys('create'),
    responses: { '201': json('Key') },
  },
  {
    ...{ operationId: 'readKey', method: 'GET', ...at },
    resource: keys('read'),
    responses: { '200': json('Key'), '404': {} },
  },
  {
    ...{ operationId: 'replaceKey', method: 'PUT', ...at, requestBody: body('KeyWrite') },
    resource: keys('replace'),
    responses: { '200': {}, '404': {} },
  },
]
const text = { type: 'string' } as const
const written = {
  name: text,
  notes: { type: 'array', items: text },
  hint: { type: ['string', 'null'] },
} as const
const uses = { type: 'object', properties: { count: { type: 'integer' }, last: text } } as const
const key = { type: 'object', required: ['id', 'name'], properties: { id: text, uses, ...written } } as const
const document = documentOf(operations, {
  resources: [
    {
      ...{
        name: 'zones',
        collection: '/zones',
        item: '/zones/{zone}',
        names: [{ path: ['id'], certainty: 'likely' }],
        actions: [],
      },
      operations: { create: 'createZone', read: 'readZone' },
    },
    {
      ...{
        name: 'keys',
        collection: all.path,
        item: at.path,
        names: [{ path: ['id'], certainty: 'likely' }],
        actions: [],
      },
      parent: { name: 'zones', parameter: 'zone' },
      operations: { list: 'listKeys', create: 'createKey', read: 'readKey', replace: 'replaceKey' },
    },
  ],
  definitions: {
    Zone: { type: 'object', properties: { id: text, owner: text, signed: { type: 'boolean' } } },
    ZoneWrite: { type: 'object', properties: { owner: text, signed: { type: 'boolean' } } },
    Key: key,
    KeyWrite: { type: 'object', required: ['name'], properties: written },
    Keys: { type: 'array', items: { $ref: '#/$defs/Key' } },
  },
})

interface Key {
  readonly id: string
  readonly name: string
}

/** Ways in which servers can differ: each of these keeps or violates the document in one respect. */
interface Ways {
  /** Returns an identifier derived from a name. */
  readonly identify?: (name: string, count: number) => string
  /** Returns the name that a replaced key has from then on. */
  readonly replaced?: (before: Key, after: Key) => string
  /** The first key's effect on its zone. */
  readonly zoneChange?: object
  readonly shown?: (key: object) => object
  readonly listed?: (key: object) => object
}

function server({
  identify = (_, count) => `k${count}`,
  replaced = ({ id }) => id,
  zoneChange = {},
  shown = (value) => value,
  listed = shown,
}: Ways) {
  let zones = 0
  let count = 0
  const zone = new Map<string, object>()
  const kept = new Map<string, Key>()
  return (request: Request, sent: string): Response => {
    const [, , zoneId, isKeys, encoded] = new URL(request.url).pathname.split('/')
    const id = decodeURIComponent(encoded ?? '')
    const known = kept.get(id)
    if (zoneId === undefined) {
      const made = { ...JSON.parse(sent), signed: false, id: `z${++zones}` }
      zone.set(made.id, made)
      return Response.json(made, { status: 201 })
    }
    if (isKeys === undefined) return Response.json(zone.get(zoneId) ?? {})
    if (encoded === undefined && request.method === 'GET')
      return Response.json([...kept.values()].map(listed))
    if (encoded !== undefined && known === undefined)
      return Response.json({ name: 'NotFoundError', id: 'error-1' }, { status: 404 })
    if (request.method === 'GET') return Response.json(shown(known ?? {}))
    const value: Key = { ...JSON.parse(sent), id }
    if (known === undefined) {
      const made = { ...value, id: identify(value.name, ++count) }
      kept.set(made.id, made)
      zone.set(zoneId, { ...zone.get(zoneId), ...zoneChange })
      return Response.json(shown(made), { status: 201 })
    }
    const moved = replaced(known, value)
    kept.delete(id)
    kept.set(moved, { ...value, id: moved })
    return Response.json({})
  }
}

const run = (ways: Ways, rules: string[], of: DocumentDescriptor = document) =>
  outcomes(of, { answer: server(ways), rules })
const dotted = (name: string): string => `${name}.`

describe.concurrent('isolation', () => {
  const replaceKey = (lines: readonly string[]) => lines.filter((line) => /replaceKey/.test(line))

  test('lets a replacement rename an item that is called after its name', async () => {
    const renaming = { identify: dotted, replaced: (_: Key, { name }: Key) => dotted(name) }
    expect(replaceKey(await run(renaming, ['isolation']))).toEqual(['isolation replaceKey: passed'])
  })

  test('holds any other change of identifier against the server', async () => {
    const moving = { identify: dotted, replaced: ({ id }: Key) => `moved-${id}` }
    expect(replaceKey(await run(moving, ['isolation']))).toEqual([
      expect.stringMatching(
        /^isolation replaceKey: no other new item in GET \/zones\/\{zone\}\/keys after PUT \/zones\/\{zone\}\/keys\/\{key\} \| moved-/,
      ),
    ])
  })

  test('reads no identifier in the answer that an item is not there', async () => {
    const { list: _, ...alone } = document.resources[1]?.operations ?? {}
    const [zones, withoutList] = document.resources
    if (zones === undefined || withoutList === undefined) throw new Error('There are two resources.')
    const unlisted = {
      ...document,
      operations: document.operations.filter(({ operationId }) => operationId !== 'listKeys'),
      resources: [zones, { ...withoutList, operations: alone }],
    }
    const lines = await run({ replaced: () => 'archived' }, ['isolation'], unlisted)
    expect(replaceKey(lines)).toEqual(['isolation replaceKey: passed'])
  })

  test('lets a flag of the item above sum up what is below, and no text', async () => {
    const createKey = (lines: readonly string[]) => lines.filter((line) => /createKey/.test(line))
    const signed = await run({ zoneChange: { signed: true } }, ['isolation'])
    expect(createKey(signed)).toEqual(['isolation createKey: passed'])
    const answer = server({})
    let owners = 0
    const changing = (request: Request, sent: string): Response =>
      request.method === 'GET' && !request.url.includes('/keys')
        ? Response.json({ id: 'z1', owner: `owner ${++owners}` })
        : answer(request, sent)
    expect(createKey(await outcomes(document, { answer: changing, rules: ['isolation'] }))).toEqual([
      expect.stringMatching(/^isolation createKey: the parent's "owner" to stay "owner \d+" /),
    ])
  })
})

describe.concurrent('an empty value', () => {
  const bare = (value: object): object =>
    Object.fromEntries(
      Object.entries(value).filter(([name, member]) => name === 'name' || String(member ?? '') !== ''),
    )
  const lost = async (of: DocumentDescriptor) =>
    (await run({ shown: bare }, ['round-trip'], of)).filter((line) => /createKey/.test(line))

  test('may be left out of a response that need not have the member', async () => {
    expect(await lost(document)).toEqual(['round-trip createKey: passed'])
  })

  test('is lost where the answer must have it', async () => {
    const Key = { ...key, required: ['id', 'name', 'notes', 'hint'] }
    expect(await lost({ ...document, definitions: { ...document.definitions, Key } })).toEqual([
      'round-trip createKey: "hint" as sent, in the response: null | nothing',
      'round-trip createKey: "notes" as sent, in the response: [] | nothing',
    ])
  })
})

test.concurrent('a list may leave out a part that the item alone shows, and show no other value of it', async () => {
  const shown = (value: object) => ({ ...value, uses: { count: 1, last: 'today' } })
  const of = async (uses: object) =>
    (await run({ shown, listed: (value) => ({ ...value, uses }) }, ['agreement'])).filter((line) =>
      line.includes('listKeys'),
    )
  expect(await of({ count: 1 })).toEqual(['agreement listKeys: passed'])
  expect(await of({ count: 2 })).toEqual([
    'agreement listKeys: "uses" as GET /zones/{zone}/keys returned it: {"count":2} | {"count":1,"last":"today"} from GET /zones/{zone}/keys/{key}',
  ])
})

test.concurrent('the path says which item is replaced, whatever the body calls it', async () => {
  const id = parameter('name')
  const pages = (role: 'create' | 'read' | 'replace') => ({ name: 'pages', role }) as const
  const item = { path: '/pages/{name}', parameters: [id] }
  const page = { operationId: 'readPage', method: 'GET', ...item, resource: pages('read') }
  const replace = { operationId: 'replacePage', method: 'PUT', ...item, requestBody: body('Page') }
  const create = { operationId: 'createPage', method: 'POST', path: '/pages', requestBody: body('Page') }
  const wiki = documentOf(
    [
      { ...create, resource: pages('create'), responses: { '201': json('Page') } },
      { ...page, responses: { '200': json('Page') } },
      { ...replace, resource: pages('replace'), responses: { '200': json('Page') } },
    ],
    {
      resources: [
        {
          ...{
            name: 'pages',
            collection: '/pages',
            item: '/pages/{name}',
            names: [{ path: ['name'] }],
            actions: [],
          },
          operations: { create: 'createPage', read: 'readPage', replace: 'replacePage' },
        },
      ],
      definitions: {
        Page: { type: 'object', required: ['name', 'text'], properties: { name: text, text } },
      },
    },
  )
  const kept = new Map<string, object>()
  const answer = (request: Request, sent: string): Response => {
    const last = decodeURIComponent(new URL(request.url).pathname.split('/')[2] ?? '')
    const isCreation = request.method === 'POST'
    if (request.method === 'GET') return Response.json(kept.get(last) ?? {})
    const made = { ...JSON.parse(sent), ...(isCreation ? {} : { name: last }) }
    kept.set(made.name, made)
    return Response.json(made, { status: isCreation ? 201 : 200 })
  }
  const lines = await outcomes(wiki, { answer, rules: ['lifecycle', 'round-trip', 'generated'] })
  expect(lines.filter((line) => line.includes('"name" as sent'))).toEqual([])
  expect(lines).toContain('round-trip replacePage: passed')
})
