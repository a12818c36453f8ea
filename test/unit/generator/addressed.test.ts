import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const shown = { type: 'object', properties: { id: text, name: text } }

/** Returns an operation's request and response, which have these properties; "?" marks optional ones. */
function operation(operationId: string, members: string, answer: object | undefined = shown) {
  const names = members.split(' ').filter((name) => name !== '')
  const properties = Object.fromEntries(names.map((name) => [name.replace('?', ''), text]))
  const schema = { type: 'object', properties, required: names.filter((name) => !name.endsWith('?')) }
  return {
    operationId,
    ...(names.length > 0 && { requestBody: { content: { 'application/json': { schema } } } }),
    responses: answer === undefined ? { 204: { description: 'Done.' } } : answers(answer),
  }
}

const query = (...names: string[]) => ({
  parameters: names.map((name) => ({ in: 'query', name, required: true, schema: text })),
})

/** Returns the address of each operation, such as "GET /boats/{id}". */
async function addressesOf(paths: object): Promise<Readonly<Record<string, string>>> {
  const { operations } = await described(paths)
  return Object.fromEntries(
    operations.map(({ operationId, addressed: { method = '', path = '' } = {} }) => [
      operationId,
      `${method} ${path}`.trim(),
    ]),
  )
}

const list = { type: 'array', items: shown }

test('verbs below a noun, a point before a verb and the words of a method say what is done with which item', async () => {
  const of = (path: (verb: string, noun: string) => string) => ({
    [path('list', 'boats')]: { post: operation('list', '', list) },
    [path('get', 'boat')]: { post: operation('get', 'id') },
    [path('create', 'boat')]: { post: operation('create', 'name') },
    [path('update', 'boat')]: { post: operation('update', 'id name?') },
    [path('launch', 'boat')]: { post: operation('launch', 'id') },
    [path('delete', 'boat')]: { post: operation('delete', 'id', undefined) },
  })
  const expected = (collection: string) => ({
    list: `GET ${collection}`,
    get: `GET ${collection}/{id}`,
    create: `POST ${collection}`,
    update: `PUT ${collection}/{id}`,
    launch: `POST ${collection}/{id}/launch`,
    delete: `DELETE ${collection}/{id}`,
  })
  expect(await addressesOf(of((verb) => `/boats/${verb}`))).toEqual(expected('/boats'))
  expect(await addressesOf(of((verb) => `/api/boats.${verb}`))).toEqual(expected('/api/boats'))
  expect(await addressesOf(of((verb) => `/v1/boats:${verb}`))).toEqual(expected('/v1/boats'))
  expect(await addressesOf(of((verb, noun) => `/rpc/${verb}-${noun}`))).toEqual(expected('/rpc/boats'))
})

test('an action need not require the name of its item if no request does, as in messages of protobuf', async () => {
  const of = (mark: string) => ({
    '/pkg.BoatService/ListBoats': { post: operation('list', '', list) },
    '/pkg.BoatService/GetBoat': { post: operation('get', `id${mark}`) },
    '/pkg.BoatService/CreateBoat': { post: operation('create', 'name?') },
    '/pkg.BoatService/DeleteBoat': { post: operation('delete', `id${mark}`, undefined) },
    '/pkg.BoatService/LaunchBoat': { post: operation('launch', 'id?') },
  })
  expect(await addressesOf(of('?'))).toMatchObject({ launch: 'POST /pkg.BoatService/boats/{id}/Launch' })
  expect(await addressesOf(of(''))).toMatchObject({ launch: '' })
})

test('an item may be named by what its collection is called, or in the query', async () => {
  const paths = {
    '/boats': {
      get: operation('list', '', list),
      post: operation('create', 'name'),
      put: operation('put', 'boat_id name'),
      delete: { ...operation('delete', '', undefined), ...query('boatId') },
    },
    '/boats/get': { get: { ...operation('get', ''), ...query('boat') } },
  }
  expect(await addressesOf(paths)).toMatchObject({
    put: 'PUT /boats/{boat_id}',
    delete: 'DELETE /boats/{boat_id}',
    get: 'GET /boats/{boat_id}',
  })
})

test('a noun before the name of an item may stand for a read, and a PATCH beside a PUT changes in part', async () => {
  const parameters = [{ in: 'path', name: 'id', required: true, schema: text }]
  const paths = {
    '/boats/create': { post: operation('create', 'name') },
    '/boats/detail/{id}': { parameters, get: operation('detail', '') },
    '/boats/update/{id}': { parameters, put: operation('put', 'name'), patch: operation('patch', 'name?') },
    '/boats/delete/{id}': { parameters, delete: operation('delete', '', undefined) },
  }
  expect(await addressesOf(paths)).toEqual({
    create: 'POST /boats',
    detail: 'GET /boats/{id}',
    put: 'PUT /boats/{id}',
    patch: 'PATCH /boats/{id}',
    delete: 'DELETE /boats/{id}',
  })
})

test('an item may be in the body with its name, or be called as reads call it', async () => {
  const boat = { type: 'object', properties: { boat_id: { type: 'integer' }, label: text } }
  const whole = { type: 'object', properties: { boat, mask: text } }
  const body = { requestBody: { content: { 'application/json': { schema: whole } } } }
  const service = {
    '/BoatService/CreateBoat': { post: { ...operation('create', ''), ...body } },
    '/BoatService/GetBoat': { post: operation('get', 'boat_id?') },
    '/BoatService/UpdateBoat': { post: { ...operation('update', ''), ...body } },
  }
  expect(await addressesOf(service)).toEqual({
    create: 'POST /BoatService/boats',
    get: 'GET /BoatService/boats/{boat_id}',
    update: 'PUT /BoatService/boats/{boat_id}',
  })
  const channels = {
    '/chats.info': { get: { ...operation('info', ''), ...query('channel') } },
    '/chats.create': { post: operation('create', 'name') },
    '/chats.rename': { post: operation('rename', 'channel name') },
    '/chats.setTopic': { post: operation('topic', 'channel topic') },
  }
  expect(await addressesOf(channels)).toEqual({
    info: 'GET /chats/{channel}',
    create: 'POST /chats',
    rename: 'PUT /chats/{channel}',
    topic: 'POST /chats/{channel}/setTopic',
  })
})

test('what need not be named is made, and a key that a client chooses is put', async () => {
  const store = (put: string) => ({
    '/kv/put': { post: operation('put', put) },
    '/kv/range': { post: operation('range', 'key?', shown) },
    '/kv/deleterange': { post: operation('delete', 'key?', shown) },
  })
  expect(await addressesOf(store('key? value?'))).toMatchObject({ put: 'PUT /kv/{key}' })
  expect(await addressesOf(store('id? value?'))).toMatchObject({ put: 'POST /kv' })
})

test('a request without content creates nothing: it saves what is already there', async () => {
  const { operations } = await described({
    '/boats': { get: operation('list', '', list), post: operation('create', 'name') },
    '/boats/save': { post: operation('save', '', undefined) },
    '/boats/store': { post: operation('store', 'name') },
    '/boats/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: text }],
      delete: operation('delete', '', undefined),
    },
  })
  const roleOf = (wanted: string) =>
    operations.find(({ operationId }) => operationId === wanted)?.resource?.role
  expect([roleOf('save'), roleOf('store')]).toEqual(['action', 'create'])
})

test.each([
  [
    'a filter of what is deleted',
    { '/rows/delete': { delete: { ...operation('x', '', undefined), ...query('filter') } } },
  ],
  ['a setting of its own', { '/mode': { get: operation('read', ''), put: operation('x', 'mode') } }],
  ['a member beside others', { '/rows/clean': { post: operation('x', 'id table') } }],
  ['a search beside paths of items', { '/rows/search': { get: operation('x', '', list) } }],
])('%s says nothing of an item', async (_, paths) => {
  const rows = {
    '/rows': { post: operation('create', 'name'), get: operation('list', '', list) },
    '/rows/{id}': {
      get: {
        ...operation('get', ''),
        parameters: [{ in: 'path', name: 'id', required: true, schema: text }],
      },
    },
  }
  expect(await addressesOf({ ...rows, ...paths })).toMatchObject({ x: '' })
})

const item = { parameters: [{ in: 'path', name: 'id', required: true, schema: text }] }
const listed = (operationId: string, schema: object) => ({
  ...operation(operationId, '', undefined),
  requestBody: { required: true, content: { 'application/json': { schema } } },
})
const texts = { type: 'array', items: text }

test.each([
  ['a list of ids', { '/boats/batch': { delete: listed('remove', texts) } }],
  ['a list of ids, with a verb', { '/boats/batchDelete': { post: listed('remove', texts) } }],
  [
    'a property with a list of ids',
    { '/boats/bulk': { delete: listed('remove', { type: 'object', properties: { ids: texts } }) } },
  ],
])('%s removes an item', async (_, paths) => {
  const boats = {
    '/boats': { post: operation('create', 'name'), get: operation('list', '', list) },
    '/boats/{id}': { get: { ...operation('get', ''), ...item } },
  }
  const { resources } = await described({ ...boats, ...paths })
  expect(await addressesOf({ ...boats, ...paths })).toMatchObject({ remove: 'DELETE /boats/{id}' })
  expect(resources[0]?.operations.delete).toBe('remove')
  const unlisted = { post: boats['/boats'].post }
  expect(await addressesOf({ ...boats, ...paths, '/boats': unlisted })).toMatchObject({ remove: '' })
})

test('a request for one item takes an address before one for several, and new items in a list are none', async () => {
  const all = { type: 'object', properties: { boats: { type: 'array', items: shown } } }
  const paths = {
    '/boats:batchCreate': { post: listed('createAll', all) },
    '/boats:batchDelete': { post: operation('removeAll', '', undefined) },
    '/boats:batchGet': { get: operation('list', '', list) },
    '/boats:delete': { post: operation('remove', 'localId?', undefined) },
    '/boats': { post: operation('create', 'name', { type: 'object', properties: { localId: text } }) },
  }
  const ids = { type: 'object', properties: { localIds: texts } }
  expect(
    await addressesOf({ ...paths, '/boats:batchDelete': { post: listed('removeAll', ids) } }),
  ).toMatchObject({
    createAll: '',
    list: 'GET /boats',
    remove: 'DELETE /boats/{localId}',
    removeAll: 'DELETE /boats/{localId}/batchDelete',
  })
})

test('a path that ends with "list" lists a collection that has no other list', async () => {
  const read = { '/boats/{id}': { get: { ...operation('get', ''), ...item } } }
  const paths = {
    ...read,
    '/boats/list': { get: operation('list', '', list) },
    '/boats/insert': { post: operation('create', 'name') },
  }
  expect(await addressesOf(paths)).toMatchObject({ list: 'GET /boats' })
  expect(await addressesOf({ ...paths, '/boats': { get: operation('own', '', list) } })).toMatchObject({
    list: '',
  })
})

test('behind a thing, a verb with further words acts on the item', async () => {
  const paths = {
    '/boatManagerFind': { post: operation('list', '', list) },
    '/boatManagerGet': { post: operation('get', 'mmsi') },
    '/boatManagerCreate': { post: operation('create', 'mmsi name') },
    '/boatManagerAddOar': { post: operation('add', 'mmsi oar') },
    '/boatManagerDelete': { post: operation('delete', 'mmsi', undefined) },
  }
  expect(await addressesOf(paths)).toMatchObject({
    create: 'POST /boat_managers',
    add: 'POST /boat_managers/{mmsi}/add_oar',
    delete: 'DELETE /boat_managers/{mmsi}',
  })
})

const named = (name: string) => ({
  parameters: [{ in: 'path', name, required: true, schema: text }],
})

test('a path that lists the items with another property identifies none', async () => {
  const properties = { city: text, label: text }
  const boat = { type: 'object', properties, required: ['city', 'label'] }
  const body = { requestBody: { content: { 'application/json': { schema: boat } } } }
  const boats = { type: 'array', items: boat }
  const { resources, operations } = await described({
    '/boats': {
      get: operation('list', '', boats),
      post: { ...operation('create', '', boat), ...body },
      put: { ...operation('update', '', boat), ...body },
    },
    '/boats/{city}': { ...named('city'), get: operation('inCity', '', boats) },
    '/boats/{label}': { ...named('label'), delete: operation('remove', '', undefined) },
  })
  expect(resources[0]).toMatchObject({
    item: '/boats/{label}',
    names: [{ path: ['label'] }],
    operations: { list: 'list', create: 'create', replace: 'update', delete: 'remove' },
  })
  const put = operations.find(({ operationId }) => operationId === 'update')
  expect(put?.addressed?.names).toEqual({ label: { in: 'body', path: ['label'] } })
})

test('a POST below a collection creates items that are at its singular', async () => {
  const paths = {
    '/boats': { get: operation('list', '', list) },
    '/boats/create/': { post: operation('create', 'name') },
    '/boat/{id}': { ...named('id'), delete: operation('delete', '', undefined) },
  }
  expect(await addressesOf(paths)).toMatchObject({ create: 'POST /boats' })
  const { resources } = await described(paths)
  expect(resources[0]).toMatchObject({ operations: { create: 'create', delete: 'delete' } })
})
