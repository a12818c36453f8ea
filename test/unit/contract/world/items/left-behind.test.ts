import { runContract } from '@concordat/contract'
import type { OperationDescriptor, ResourceRole } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { Inventory } from '../../../../../runtime/contract/run/state/inventory.ts'
import { answers, described } from '../../support/described.ts'
import { documentOf } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const note = { content: { 'application/json': { schema: { $ref: '#/$defs/Note' } } } } as const
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const
const create: Operation = {
  operationId: 'createNote',
  method: 'POST',
  path: '/notes',
  requestBody: { required: true, ...note },
  resource: { name: 'notes', role: 'create' },
  responses: { '201': note },
}
const remove: Operation = {
  operationId: 'deleteNote',
  method: 'DELETE',
  path: '/notes/{id}',
  parameters: [id],
  resource: { name: 'notes', role: 'delete' },
  responses: { '204': {}, '404': {} },
}
const list: Operation = {
  operationId: 'listNotes',
  method: 'GET',
  path: '/notes',
  list: { items: [] },
  resource: { name: 'notes', role: 'list' },
  responses: { '200': {} },
}

/**
 * Returns the items that a run reports as left behind if notes are never removed. @param made returns the
 * response to a creation.
 */
async function leftBehind(operations: readonly Operation[], made: (kept: number) => object) {
  let kept = 0
  const hasItems = operations.includes(remove)
  const document = documentOf(operations, {
    resources: [
      {
        name: 'notes',
        collection: '/notes',
        ...(hasItems && { item: '/notes/{id}', idParameter: 'id', names: [{ path: ['id'] }] }),
        operations: { list: 'listNotes', create: 'createNote', ...(hasItems && { delete: 'deleteNote' }) },
        actions: [],
      },
    ],
    definitions: {
      Note: {
        type: 'object',
        properties: { id: { type: 'string', readOnly: true }, text: { type: 'string' } },
      },
    },
  })
  const fetch = async ({ method }: Request): Promise<Response> => {
    if (method === 'POST') return Response.json(made(++kept), { status: 201 })
    return method === 'GET' ? Response.json([]) : Response.json({}, { status: 404 })
  }
  const { leftBehind } = await runContract({
    document,
    target: { baseUrl: 'http://notes.test', fetch, allow: ['createNote'] },
    select: { rules: ['conformance'], operations: ['createNote'] },
  })
  return { leftBehind, kept }
}

test('what was created and has no name in the answer is said to be there', async () => {
  const { leftBehind: said, kept } = await leftBehind([list, create, remove], () => ({}))
  expect(said).toEqual([
    kept > 1
      ? `POST /notes succeeded ${kept} times, but the run could not identify items to remove. If it created any, they are still there.`
      : 'POST /notes succeeded, but the run could not identify an item to remove. If it created one, the item is still there.',
  ])
})

test('so is what no operation could remove', async () => {
  const { leftBehind: said, kept } = await leftBehind([list, create], (number) => ({ id: `n${number}` }))
  expect(kept).toBeGreaterThan(0)
  expect(said).toEqual([
    expect.stringMatching(/^POST \/notes succeeded.* the run could not identify .* still there\.$/),
  ])
})

test('a 404 to its removal proves nothing of an item that was never seen', async () => {
  const { leftBehind: said, kept } = await leftBehind([create, remove], (number) => ({
    id: `n${number}`,
  }))
  expect(said.toSorted()).toEqual(
    Array.from(
      { length: kept },
      (_, index) =>
        `/notes/n${index + 1} was created and may still be there: deleteNote returned 404, but the item may still exist under another name.`,
    ),
  )
})

test('nor is it still there where its list does not show it either', async () => {
  const { leftBehind: said, kept } = await leftBehind([list, create, remove], (number) => ({
    id: `n${number}`,
  }))
  expect(kept).toBeGreaterThan(0)
  expect(said).toEqual([])
})

test.each(['DELETE', undefined])(
  'what a replacement of nothing made is removed, or said (%s)',
  async (method) => {
    const json = { content: { 'application/json': { schema: { type: 'object' } } } } as const
    const at = { path: '/files/{name}', parameters: [{ ...id, name: 'name' }] }
    const file = (role: ResourceRole) => ({ resource: { name: 'files', role } })
    const operations: readonly Operation[] = [
      {
        operationId: 'readFile',
        method: 'GET',
        ...at,
        ...file('read'),
        responses: { '200': json, '404': {} },
      },
      {
        ...{ operationId: 'writeFile', method: 'PUT', ...at, ...file('replace'), responses: { '200': {} } },
        requestBody: { required: true, ...json },
      },
      ...(method === undefined
        ? []
        : [
            {
              operationId: 'deleteFile',
              method,
              ...at,
              ...file('delete'),
              responses: { '204': {}, '404': {} },
            },
          ]),
    ]
    const document = documentOf(operations, {
      resources: [
        {
          ...{ name: 'files', collection: '/files', item: at.path, idParameter: 'name', actions: [] },
          operations: { read: 'readFile', replace: 'writeFile', ...(method && { delete: 'deleteFile' }) },
        },
      ],
    })
    const files = new Set(['/files/theirs'])
    let made = 0
    const fetch = async ({ method, url }: Request): Promise<Response> => {
      const { pathname } = new URL(url)
      const isThere = files.has(pathname)
      if (method === 'PUT') files.add(pathname)
      if (method === 'PUT' && !isThere) made++
      if (method === 'DELETE') files.delete(pathname)
      return isThere || method === 'PUT' ? Response.json({}) : new Response(null, { status: 404 })
    }
    const { leftBehind } = await runContract({
      document,
      target: { baseUrl: 'http://files.test', fetch, allow: ['writeFile'] },
      select: { rules: ['unknown-id'], operations: ['writeFile'] },
    })
    const left = [...files].filter((path) => path !== '/files/theirs').toSorted()
    expect([made > 0, left.length > 0]).toEqual([true, method === undefined])
    expect(leftBehind.toSorted()).toEqual(
      left.map((path) => `${path} was created and may still be there: no operation deletes it.`),
    )
  },
)

/** Notes that DELETE finds by their names, and actions by their identifiers. */
async function namedNotes({ actions = [], isRenamed = false }: { actions?: string[]; isRenamed?: boolean }) {
  const named = {
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
  }
  const json = { content: { 'application/json': { schema: named } } } as const
  const operations = [
    { ...list, responses: { '200': {} } },
    { ...create, requestBody: { required: true, ...json }, responses: { '201': json } },
    remove,
    ...actions.map((action) => ({
      ...{ operationId: action, method: 'POST', path: `/notes/{id}/${action}`, parameters: [id] },
      ...{ resource: { name: 'notes', role: 'action' }, responses: { '204': {}, '404': {} } },
    })),
  ]
  const document = documentOf(operations as readonly Operation[], {
    resources: [
      {
        ...{
          name: 'notes',
          collection: '/notes',
          item: '/notes/{id}',
          idParameter: 'id',
          names: [{ path: ['id'] }],
        },
        ...{
          operations: { list: 'listNotes', create: 'createNote', delete: 'deleteNote' },
          actions,
        },
      },
    ],
  })
  /** Names by identifier. */
  const notes = new Map([['n0', 'theirs']])
  let made = 0
  const fetch = async (request: Request): Promise<Response> => {
    const [, , called = '', action] = new URL(request.url).pathname.split('/').map(decodeURIComponent)
    if (action !== undefined) return new Response(null, { status: notes.has(called) ? 204 : 404 })
    if (request.method === 'GET')
      return Response.json({ notes: [...notes].map(([id, name]) => ({ id, name })) })
    if (request.method === 'DELETE') {
      const [id = ''] = [...notes].find(([, name]) => name === called) ?? []
      return new Response(null, { status: notes.delete(id) ? 204 : 404 })
    }
    const { name = '' } = Object(await request.json())
    const id = `n${++made}`
    notes.set(id, isRenamed ? `new-${made}` : name)
    return Response.json({ id, name }, { status: 201 })
  }
  const { leftBehind, results } = await runContract({
    document,
    target: { baseUrl: 'http://notes.test', fetch, allow: ['createNote', ...actions] },
    select: {
      rules: ['conformance'],
      operations: [...actions, ...(actions.length > 0 ? ['deleteNote'] : []), 'createNote'],
    },
  })
  const passed = results.filter(({ outcome }) => outcome.status === 'passed')
  return {
    made,
    kept: [...notes.values()],
    leftBehind,
    passed: passed.map(({ operationId }) => operationId),
  }
}

test.each([
  ['', false],
  [', which a change has replaced', true],
])('an item that its path calls by its name%s is removed by that', async (_, isRenamed) => {
  const { made, kept, leftBehind } = await namedNotes({ isRenamed })
  expect([made > 0, kept, leftBehind]).toEqual([true, ['theirs'], []])
})

test('so is one that actions call by its identifier, and the run goes on creating such items', async () => {
  const actions = ['pin', 'share', 'print', 'rate']
  const { kept, leftBehind, passed } = await namedNotes({ actions })
  expect([kept, leftBehind]).toEqual([['theirs'], []])
  expect(passed).toEqual(expect.arrayContaining(actions))
})

test('lists that were read before the run and not again in the end are said not to be compared', () => {
  const inventory = new Inventory(documentOf([list]))
  inventory.lose('was silent')
  expect(inventory.leftBehind()).toEqual([])
  const snapshots = new Map([[list.operationId, [{ value: { id: 'theirs' } }]]])
  inventory.note({ kind: 'lists-recorded', snapshots })
  inventory.lose('was silent')
  expect(inventory.leftBehind()).toEqual([
    expect.stringMatching(/^The run ended before it could compare the lists/),
  ])
  expect([inventory.lists.size, inventory.lists.snapshots]).toEqual([1, snapshots])
  inventory.note({ kind: 'lists-compared' })
  expect([inventory.leftBehind(), inventory.lists.size, inventory.lists.snapshots]).toEqual([
    [],
    0,
    undefined,
  ])
})

test('a number explains what a list newly shows only in a collection of that name', () => {
  const inventory = new Inventory(documentOf([]))
  for (const address of ['/hosts/20', '/tag/7', '/notes/n-1'])
    inventory.note({ kind: 'left', address, why: 'the server answered 500' })
  inventory.note({
    kind: 'appeared',
    operationId: 'list',
    addresses: ['/labels/20', '/tags/7', '/entries/n-1'],
  })
  expect(inventory.leftBehind().at(-1)).toMatch(/^\/labels\/20: list did not list this item before the run/)
})

test("an item that a delete did not remove is told as such, and not as somebody else's", () => {
  const inventory = new Inventory(documentOf([]))
  const made = { item: '/labels/{id}', address: '/labels/20', binding: new Map(), value: { id: 20 } }
  inventory.note({ kind: 'made', made })
  inventory.note({ kind: 'gone', address: '/labels/20' })
  inventory.note({ kind: 'appeared', operationId: 'list', addresses: ['/labels/20', '/labels/21'] })
  expect(inventory.leftBehind()).toEqual([
    '/labels/20: the run created and removed an item with this id, but list lists one after the run.',
    expect.stringMatching(/^\/labels\/21: list did not list this item before the run/),
  ])
})

test('what was created below an item without a name is gone with the item', () => {
  const inventory = new Inventory(documentOf([]))
  const made = { item: '/boxes/{id}', address: '/boxes/b-1', binding: new Map(), value: { id: 'b-1' } }
  inventory.note({ kind: 'unnamed', request: 'POST /api/boxes/b-1/labels' })
  inventory.note({ kind: 'made', made })
  expect(inventory.leftBehind()).toHaveLength(2)
  inventory.note({ kind: 'gone', address: '/boxes/b-1' })
  expect(inventory.leftBehind()).toEqual([])
})

test('reads by whose name something may stay on the server are counted with what acts', () => {
  const read = (operationId: string, path: string): Operation => ({
    ...{ operationId, method: 'GET', path, responses: { '200': {} } },
    ...{ parameters: [id], resource: { name: 'notes', role: 'action' } },
  })
  const inventory = new Inventory(
    documentOf([read('exportNote', '/notes/{id}/export'), read('readText', '/notes/{id}/text')]),
  )
  const sent = { exportNote: ['GET', 'GET', 'HEAD'], readText: ['GET'] }
  let request = 0
  for (const [operationId, methods] of Object.entries(sent))
    for (const method of methods) {
      inventory.note({ kind: 'sends', request: ++request, operationId, method, url: 'http://notes.test' })
      inventory.note({ kind: 'receives', request, status: 200 })
    }
  expect(inventory.requests.writes).toEqual([
    { operationId: 'exportNote', isAction: true, done: 2, failed: 0 },
  ])
})

/** An item that is made at two addresses, and removed at the first. */
function removedAtFirst(first: string, second: string): readonly string[] {
  const inventory = new Inventory(documentOf([create, list]))
  for (const address of [first, second])
    inventory.note({ kind: 'made', made: { item: '', address, binding: new Map(), value: {} } })
  inventory.note({ kind: 'gone', address: first })
  inventory.note({ kind: 'left', address: second, why: 'no operation deletes it' })
  return inventory.leftBehind()
}

test('an item that was removed at another address is not left behind', () => {
  expect(removedAtFirst('/executions/7c2e9d6e', '/dag/7c2e9d6e')).toEqual([])
  expect(removedAtFirst('/executions/7', '/dag/7')).toEqual([
    '/dag/7 was created and may still be there: no operation deletes it.',
  ])
})

test('an item that its list shows after the server confirmed its removal is still there', async () => {
  const document = await described({
    '/notes': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: Note }) },
      post: {
        ...{ operationId: 'create', requestBody: { required: true, ...answers(Note)[200] } },
        responses: answers(Note, { status: 201 }),
      },
    },
    '/notes/{id}': {
      parameters: [id],
      delete: { operationId: 'remove', responses: { 204: { description: 'Gone' } } },
    },
  })
  const kept: object[] = []
  const { leftBehind: said } = await runContract({
    document,
    target: {
      baseUrl: 'http://notes.test',
      fetch: async (request) => {
        if (request.method === 'GET') return Response.json(kept)
        if (request.method === 'DELETE') return new Response(null, { status: 204 })
        kept.push({ ...Object(await request.json()), id: `n${kept.length + 1}` })
        return Response.json(kept.at(-1), { status: 201 })
      },
    },
    inventory: true,
    select: { rules: ['conformance'], operations: ['create'] },
  })
  expect(said).toEqual([expect.stringMatching(/^\/notes\/n1.*, but GET \/notes lists .* after the run/)])
})

const Note = {
  type: 'object',
  properties: { id: { type: 'string', readOnly: true }, text: { type: 'string' } },
}
