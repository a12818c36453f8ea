import { runContract } from '@concordat/contract'
import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import { performSteps } from '../../../../../runtime/contract/run/perform.ts'
import { Inventory } from '../../../../../runtime/contract/run/state/inventory.ts'
import { documentOf } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const
const member = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } }) as const
const note = {
  type: 'object',
  required: ['label'],
  properties: { id: { type: 'string', readOnly: true }, label: { type: 'string' } },
} as const

/** Returns the usual operations of "/notes" or "/labels". */
function operationsOf(name: string): readonly Operation[] {
  const at = { path: `/${name}/{id}`, parameters: [id] }
  return [
    {
      ...{ operationId: `${name}List`, method: 'GET', path: `/${name}`, list: { items: [] } },
      ...{ resource: { name, role: 'list' }, responses: { '200': {} } },
    },
    {
      ...{ operationId: `${name}Create`, method: 'POST', path: `/${name}` },
      requestBody: { required: true, ...member(note) },
      ...{ resource: { name, role: 'create' }, responses: { '201': member(note) } },
    },
    {
      ...{ operationId: `${name}Read`, method: 'GET', ...at },
      ...{ resource: { name, role: 'read' }, responses: { '200': {}, '404': {} } },
    },
    {
      ...{ operationId: `${name}Delete`, method: 'DELETE', ...at },
      ...{ resource: { name, role: 'delete' }, responses: { '204': {}, '404': {} } },
    },
  ]
}

const resourceOf = (name: string): ResourceDescriptor => ({
  ...{
    name,
    collection: `/${name}`,
    item: `/${name}/{id}`,
    idParameter: 'id',
    names: [{ path: ['id'] }],
    actions: [],
  },
  operations: {
    ...{ list: `${name}List`, create: `${name}Create`, read: `${name}Read`, delete: `${name}Delete` },
  },
})

const document = documentOf([...operationsOf('notes'), ...operationsOf('labels')], {
  resources: [resourceOf('notes'), resourceOf('labels')],
})

/**
 * Returns the items that a run reports as left behind on a server whose creation of a note does more than
 * documented.
 */
async function leftBy(
  beside: (store: Map<string, object>) => void,
  of: DocumentDescriptor = document,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const store = new Map<string, object>([
    ['/notes/1', { id: '1', label: 'theirs' }],
    ['/labels/1', { id: '1', label: 'theirs' }],
  ])
  let last = 1
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname !== '/labels/search') {
      const made = { ...Object(await request.json()), id: String(++last) }
      store.set(`${pathname}/${last}`, made)
      if (pathname === '/notes') beside(store)
      return Response.json(made, { status: 201 })
    }
    if (/^\/\w+(\/search)?$/.test(pathname)) {
      const collection = pathname.replace('/search', '')
      return Response.json(
        [...store].flatMap(([path, item]) => (path.startsWith(`${collection}/`) ? [item] : [])),
      )
    }
    const item = store.get(pathname)
    if (item === undefined) return new Response(null, { status: 404 })
    if (request.method === 'DELETE') store.delete(pathname)
    return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(item)
  }
  const { leftBehind } = await runContract({
    document: of,
    target: { baseUrl: 'http://notes.test', fetch },
    select: { rules: ['conformance', 'lifecycle'] },
    inventory: true,
    ...(signal && { signal }),
  })
  return leftBehind
}

test('what a run made and removed is no news', async () => {
  expect(await leftBy(() => {})).toEqual([])
})

test('what a create made beside what it was asked for is told', async () => {
  expect(await leftBy((store) => store.set('/labels/of-note', { id: 'of-note', label: 'new' }))).toEqual([
    '/labels/of-note: GET /labels did not list this item before the run. Either the run created it as a side effect, or another client did.',
  ])
})

test('what was made beside and has a name that only the run sent is removed', async () => {
  const seen: string[] = []
  const beside = (store: Map<string, object>) => {
    const [path = '', note = {}] = [...store].at(-1) ?? []
    const label: unknown = Reflect.get(note, 'label')
    if (typeof label !== 'string') return
    seen.push(path)
    store.set(`/labels/of-${path.slice(7)}`, { id: `of-${path.slice(7)}`, label })
  }
  expect(await leftBy(beside)).toEqual([])
  expect(seen.length).toBeGreaterThan(0)
})

test('also where the list stands beside the path of its items', async () => {
  const apart = { ...resourceOf('labels'), operations: { list: 'labelsList' } }
  const { item: _, ...listed } = apart
  const resources = [resourceOf('notes'), listed]
  const operations = document.operations.filter(
    ({ operationId }) => !operationId.startsWith('labels') || operationId === 'labelsList',
  )
  const beside = (store: Map<string, object>) => store.set('/labels/of-note', { id: 'of-note', label: 'new' })
  expect(await leftBy(beside, { ...document, operations, resources })).toEqual([
    expect.stringMatching(/^\/labels\/of-note: GET \/labels did not list this item before the run\. /),
  ])
})

test('items of others stay the same where the run finds out that another member names them', async () => {
  const rows = new Map<string, object>([['theirs', { id: '1', label: 'theirs' }]])
  let last = 1
  const fetch = async (request: Request): Promise<Response> => {
    const [, , label = ''] = new URL(request.url).pathname.split('/')
    if (request.method === 'POST') {
      const made = { ...Object(await request.json()), id: String(++last) }
      rows.set(made.label, made)
      return Response.json(made, { status: 201 })
    }
    if (label === '') return Response.json([...rows.values()])
    const row = rows.get(label)
    if (row === undefined) return new Response(null, { status: 404 })
    if (request.method === 'DELETE') rows.delete(label)
    return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(row)
  }
  const byLabel = operationsOf('notes').map((operation) =>
    operation.parameters === undefined
      ? operation
      : { ...operation, path: '/notes/{label}', parameters: [{ ...id, name: 'label' }] },
  )
  const likely = {
    ...{ ...resourceOf('notes'), item: '/notes/{label}', idParameter: 'label' },
    names: [{ path: ['id'], certainty: 'likely' as const }],
  }
  const { leftBehind } = await runContract({
    document: documentOf(byLabel, { resources: [likely] }),
    target: { baseUrl: 'http://notes.test', fetch },
    select: { rules: ['conformance', 'lifecycle'] },
    inventory: true,
  })
  expect([leftBehind, [...rows.keys()], last > 1]).toEqual([[], ['theirs'], true])
})

test('so is what was there before and is gone', async () => {
  expect(await leftBy((store) => store.delete('/labels/1'))).toEqual([
    'GET /labels listed /labels/1 before the run, but it is gone now: either the run or another client removed it.',
  ])
})

test('a run that ends early tells it as well', async () => {
  const stop = new AbortController()
  const beside = (store: Map<string, object>): void => {
    store.set('/labels/of-note', { id: 'of-note', label: 'new' })
    stop.abort('somebody ended it')
  }
  expect(await leftBy(beside, document, stop.signal)).toEqual([
    expect.stringMatching(/^\/labels\/of-note: GET \/labels did not list this item before the run\. /),
  ])
})

test('where nothing lists the items, a search shows them', async () => {
  const operations = document.operations.map((operation) =>
    operation.operationId === 'labelsList'
      ? {
          ...{ operationId: 'labelsSearch', method: 'POST', path: '/labels/search' },
          ...{ pointer: operation.pointer, tag: operation.tag, responses: { '200': {} } },
          resource: { name: 'labels', role: 'action' as const },
        }
      : operation,
  )
  const { list: _, ...withoutList } = resourceOf('labels').operations
  const searched = { ...resourceOf('labels'), operations: withoutList, actions: ['labelsSearch'] }
  const resources = [resourceOf('notes'), searched]
  const beside = (store: Map<string, object>) => store.set('/labels/of-note', { id: 'of-note', label: 'new' })
  expect(await leftBy(beside, { ...document, operations, resources })).toEqual([
    expect.stringMatching(
      /^\/labels\/of-note: POST \/labels\/search did not list this item before the run\. /,
    ),
  ])
})

test('what an answer shows and a list showed before the run was found, and not made: it stays', async () => {
  const theirs = { id: '1', label: 'theirs' }
  const removed: string[] = []
  const fetch = async ({ method, url }: Request): Promise<Response> => {
    const { pathname } = new URL(url)
    if (method === 'DELETE') removed.push(pathname)
    if (method === 'POST') return Response.json(theirs)
    if (pathname === '/notes') return Response.json([theirs])
    return pathname === '/notes/1' ? Response.json(theirs) : new Response(null, { status: 404 })
  }
  const finding = { ...documentOf(operationsOf('notes'), { resources: [resourceOf('notes')] }) }
  const target = { baseUrl: 'http://notes.test', fetch }
  const { leftBehind } = await runContract({ document: finding, target, inventory: true })
  expect(removed.filter((path) => path === '/notes/1')).toEqual([])
  expect(leftBehind).toEqual([])
})

test('a slow server is not asked for more lists than a share of the time allows, and that is told', async () => {
  const asked = async (mostMs?: number) => {
    const reads: string[] = []
    const inventory = new Inventory(document)
    await performSteps({
      ...{ document, steps: [], inventory: true, mostMs },
      tell: (event) => inventory.note(event),
      target: {
        baseUrl: 'http://notes.test',
        fetch: async ({ url }) => {
          reads.push(new URL(url).pathname)
          return Response.json([])
        },
      },
    })
    return { reads, left: inventory.leftBehind() }
  }
  expect(await asked()).toEqual({ reads: ['/notes', '/labels', '/notes', '/labels'], left: [] })
  expect(await asked(0)).toEqual({
    reads: [],
    left: [
      'GET /notes, GET /labels: there was no time to read these lists before the run. Items created by side effects may still exist. Allow more time with --max-time.',
    ],
  })
})

test('lists are read side by side, before and after a run', async () => {
  let underWay = 0
  const most: number[] = []
  await performSteps({
    ...{ document, steps: [], inventory: true },
    tell: () => {},
    target: {
      baseUrl: 'http://notes.test',
      fetch: async () => {
        most.push(++underWay)
        await new Promise((resolve) => setImmediate(resolve))
        underWay--
        return Response.json([])
      },
    },
  })
  expect(most).toEqual([1, 2, 1, 2])
})
