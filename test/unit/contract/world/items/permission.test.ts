import { Permission, runContract, type Target } from '@concordat/contract'
import type { OperationDescriptor, ResourceRole } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { mayLeaveItems } from '../../../../../runtime/contract/world/items/guard/permission.ts'
import { answers, described } from '../../support/described.ts'
import { documentOf } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const job = { content: { 'application/json': { schema: { $ref: '#/$defs/Job' } } } } as const
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } } as const
const none = { '204': {}, '404': {} }

function operation(
  line: string,
  parts: Partial<Operation> & { readonly role?: ResourceRole } = {},
): Operation {
  const [operationId = '', method = '', path = ''] = line.split(' ')
  const { role, ...rest } = parts
  return {
    ...{ operationId, method, path, responses: none },
    ...(path.includes('{id}') && { parameters: [id] }),
    ...(role !== undefined && { resource: { name: 'jobs', role } }),
    ...rest,
  }
}

/** Jobs, which a run can create and remove, and other resources that such a service might have. */
const document = documentOf(
  [
    operation('listJobs GET /jobs', {
      role: 'list',
      list: { items: [] },
      parameters: [
        { name: 'recheck', in: 'query', schema: { type: 'boolean' } },
        { name: 'state', in: 'query', schema: { type: 'string' } },
      ],
      responses: { '200': { content: { 'application/json': { schema: { type: 'array' } } } } },
    }),
    operation('createJob POST /jobs', {
      role: 'create',
      requestBody: { required: true, ...job },
      responses: { '201': job, '400': {} },
    }),
    operation('readJob GET /jobs/{id}', { role: 'read', responses: { '200': job, '404': {} } }),
    operation('deleteJob DELETE /jobs/{id}', { role: 'delete' }),
    operation('restartJob POST /jobs/{id}/restart', { role: 'action' }),
    operation('deleteJobs DELETE /jobs', { role: 'action' }),
    operation('bulkDelete POST /jobs/bulk_delete', { role: 'action' }),
    operation('shutdown POST /shutdown'),
    operation('flush GET /cache/flush'),
    operation('thumbnails GET /thumbnails/generate'),
    operation('feeds GET /feeds/crawl'),
    operation('syncState GET /sync/state'),
    operation('executeSearch-job-get GET /jobs/search/findByState', { role: 'action' }),
    operation('executeCleaning GET /cleaning'),
    operation('putSettings PUT /settings'),
    operation('resetToken POST /users/{id}/reset_token'),
    operation('search POST /search'),
    operation('memory_lookup_create POST /memory/lookup'),
    operation('findJobs POST /jobs/filter', { role: 'action' }),
    operation('queryJobs POST /jobs/with', { role: 'action' }),
    operation('postQueryJobs POST /jobs/of', { role: 'action' }),
    operation('queryDatabase POST /jobs/query', { role: 'action' }),
    operation('queryRows POST /sql'),
    operation('replaceAll POST /search-and-replace'),
    operation('findAndDelete POST /jobs/find', { role: 'action' }),
    operation('count POST /count', { harmless: true }),
  ],
  {
    resources: [
      {
        name: 'jobs',
        collection: '/jobs',
        item: '/jobs/{id}',
        idParameter: 'id',
        names: [{ path: ['id'] }],
        operations: { list: 'listJobs', create: 'createJob', read: 'readJob', delete: 'deleteJob' },
        actions: [
          ...['restartJob', 'deleteJobs', 'bulkDelete', 'findJobs', 'findAndDelete'],
          ...['queryJobs', 'postQueryJobs', 'queryDatabase'],
        ],
      },
    ],
    definitions: {
      Job: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
    },
  },
)

/**
 * Returns the requests of a whole run, each method and path once, without ids and without rejected requests
 * to made-up paths.
 */
async function sentWith(target: Partial<Target> = {}) {
  const jobs = new Map<string, object>([['1', { id: 1, name: 'theirs' }]])
  const sent = new Set<string>()
  const bodies: string[] = []
  const queries = new Set<string>()
  let made = 1
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const [, root, name, action] = pathname.split('/')
    for (const key of searchParams.keys()) queries.add(key)
    const isOwn = root === 'jobs' && jobs.has(name ?? '') && name !== '1'
    const where = isOwn ? `/jobs/own${action === undefined ? '' : `/${action}`}` : pathname
    if (isOwn || !/^\/(jobs|users)\/(?!1\b|bulk_delete$|filter$|find$|with$|of$|query$)[^/]+/.test(pathname))
      sent.add(`${request.method} ${where}`)
    if (pathname === '/jobs' && request.method === 'POST') {
      const text = await request.text()
      const value: unknown = JSON.parse(text || 'null')
      if (typeof value !== 'object' || value === null) return new Response(null, { status: 400 })
      bodies.push(text)
      const job = { ...value, id: ++made }
      jobs.set(String(job.id), job)
      return Response.json(job, { status: 201 })
    }
    if (root !== 'jobs' || name === undefined)
      return pathname === '/jobs' ? Response.json([...jobs.values()]) : new Response(null, { status: 204 })
    if (!jobs.has(name)) return new Response(null, { status: 404 })
    if (request.method === 'GET') return Response.json(jobs.get(name))
    if (request.method === 'DELETE') jobs.delete(name)
    return new Response(null, { status: 204 })
  }
  const { results } = await runContract({
    document,
    target: { baseUrl: 'http://jobs.test', fetch: answer, ...target },
    budget: Number.POSITIVE_INFINITY,
  })
  const reasons = new Map(
    results.flatMap(({ operationId, outcome }) =>
      outcome.status === 'not-run' ? [[operationId, outcome.reason] as const] : [],
    ),
  )
  const writes = [...sent].filter((line) => !/^(GET|HEAD|OPTIONS) /.test(line))
  return { sent, writes: new Set(writes), bodies, queries, reasons, left: [...jobs.keys()] }
}

test('a run sends what makes and removes its own items, and nothing else that writes or starts work', async () => {
  const { sent, writes, left, reasons } = await sentWith()
  const own = ['DELETE /jobs/own', 'POST /jobs/own/restart']
  expect([...writes].filter((line) => !line.includes('/jobs/own')).toSorted()).toEqual([
    'POST /count',
    'POST /jobs',
    'POST /jobs/filter',
    'POST /jobs/of',
    'POST /jobs/with',
    'POST /memory/lookup',
    'POST /search',
  ])
  expect([...writes]).toEqual(expect.arrayContaining(own))
  expect(sent).not.toContain('GET /cache/flush')
  expect(sent).not.toContain('GET /thumbnails/generate')
  expect(sent).not.toContain('GET /feeds/crawl')
  expect(sent).toContain('GET /sync/state')
  expect(left).toEqual(['1'])
  expect(reasons.get('shutdown')).toBe(
    'left alone, because it writes, but creates nothing that another operation reads or removes; allow it with --allow shutdown, or --disposable if you can afford to break the server',
  )
  expect(reasons.get('flush')).toMatch(
    /^left alone, because "flush" in its name or path indicates that it does more than read; /,
  )
})

test('what is left alone is known before the run', () => {
  const names = new Permission({ document, target: {} })
    .leftAlone()
    .map(({ operation }) => operation.operationId)
  expect(names).toEqual([
    'deleteJobs',
    'bulkDelete',
    'shutdown',
    'flush',
    'thumbnails',
    'feeds',
    'executeCleaning',
    'putSettings',
    'resetToken',
    'queryDatabase',
    'queryRows',
    'replaceAll',
    'findAndDelete',
  ])
  const target = { allow: ['shutdown', 'flush'] }
  const others = new Permission({ document, target })
    .leftAlone()
    .map(({ operation }) => operation.operationId)
  expect(others).toEqual(names.filter((name) => !target.allow.includes(name)))
  const disposable = new Permission({ document, target: { disposable: true } }).leftAlone()
  expect(disposable.map(({ operation }) => operation.operationId)).toEqual(['resetToken'])
})

test('what somebody allows is sent', async () => {
  const { sent } = await sentWith({ allow: ['search', 'flush', 'putSettings'] })
  expect([...sent]).toEqual(expect.arrayContaining(['POST /search', 'GET /cache/flush', 'PUT /settings']))
  expect([...sent]).not.toContain('POST /shutdown')
})

test('where the server may be broken nothing is left alone, but items of others are spared', async () => {
  const { writes, left } = await sentWith({ disposable: true })
  expect([...writes]).toEqual(
    expect.arrayContaining(['POST /shutdown', 'PUT /settings', 'POST /jobs/bulk_delete']),
  )
  expect([...writes].filter((line) => line.includes('/jobs/1'))).toEqual([])
  expect(left).toEqual(['1'])
})

test('no create says what its item is called, and no parameter starts work', async () => {
  const { bodies, queries } = await sentWith()
  expect(bodies.length).toBeGreaterThan(3)
  expect(bodies.filter((text) => 'id' in JSON.parse(text))).toEqual([])
  expect([...queries]).toEqual(['state'])
})

test('what touches the credential in use is left alone on a disposable server too, unless it is named', () => {
  const secured = documentOf(
    [
      operation('endSession POST /auth/logout'),
      operation('signOut GET /sign-out'),
      operation('rotate_key POST /keys/rotate'),
      operation('changePassword PUT /password'),
      operation('readPolicy GET /password-policy'),
      operation('removeMe DELETE /users/me'),
      operation('addToMine POST /me/playlists'),
      operation('dropSessions DELETE /sessions'),
      operation('grant POST /connect/issue'),
      operation('askPeople GET /connect/ask'),
      operation('exchange POST /oauth/token'),
      operation('give POST /give', {
        requestBody: {
          content: { 'application/x-www-form-urlencoded': { schema: { properties: { grant_type: {} } } } },
        },
      }),
    ],
    {
      securitySchemes: {
        people: {
          type: 'oauth2',
          tokenUrls: { password: 'https://id.test/api/connect/issue' },
          flowUrls: ['/connect/ask'],
        },
      },
    },
  )
  const alone = (target: Partial<Target>): string[] =>
    new Permission({ document: secured, target })
      .leftAlone()
      .map(({ operation: { operationId } }) => operationId)
  const kept = [
    'endSession',
    'signOut',
    'rotate_key',
    'changePassword',
    'removeMe',
    'dropSessions',
    'grant',
    'askPeople',
    'exchange',
    'give',
  ]
  expect(alone({ disposable: true })).toEqual(kept)
  expect(alone({ disposable: true, allow: ['removeMe', 'grant'] })).toEqual(
    kept.filter((name) => name !== 'removeMe' && name !== 'grant'),
  )
})

test('each reason names the settings that lift it, and no others', async () => {
  const objections = (target: Partial<Target>) =>
    new Map(
      new Permission({ document, target })
        .leftAlone()
        .map(({ operation: { operationId }, permit }) => [operationId, permit] as const),
    )
  expect(objections({}).get('shutdown')).toBe(
    'allow it with --allow shutdown, or --disposable if you can afford to break the server',
  )
  expect(objections({}).get('resetToken')).toBe('allow it with --allow resetToken')
  expect(objections({ disposable: true }).get('resetToken')).toBe('allow it with --allow resetToken')
})

const thing = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const body = { content: { 'application/json': { schema: thing } } }

/** Returns the paths of a collection whose POST has this description. */
function collection(path: string, { description = '', isKept = false } = {}) {
  return {
    [path]: {
      get: { responses: answers({ type: 'array', items: thing }) },
      post: {
        operationId: 'create',
        description,
        requestBody: body,
        responses: answers(thing, { status: 201 }),
      },
    },
    [`${path}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: answers(thing) },
      ...(!isKept && { delete: { responses: { 204: { description: 'Gone' } } } }),
    },
  }
}

async function whyAlone(paths: object, target: Partial<Target> = {}): Promise<readonly string[]> {
  const all = await described({ '/things': { get: { responses: answers(thing) } }, ...paths })
  return new Permission({ document: all, target }).leftAlone().map(({ why }) => why)
}

test.each([
  ['/payments', '"payments" in its name or path suggests an effect outside the API'],
  ['/teams/invites', '"invites" in its name or path suggests an effect outside the API'],
  ['/admin/people', '"admin" in its path indicates that its items apply to everyone'],
  ['/pricing-rules', '"rules" in its path indicates that its items apply to everyone'],
  ['/access/policies', '"policies" in its path indicates that its items apply to everyone'],
])('a create at %s reaches beyond the run: it is left alone unless somebody allows it', async (path, why) => {
  expect(await whyAlone(collection(path))).toEqual([why])
  expect(await whyAlone(collection(path), { allow: ['create'] })).toEqual([])
  expect(await whyAlone(collection(path), { disposable: true })).toEqual([])
})

test.each(['/orders', '/rulers', '/inviting', '/people/admin', '/paymentless'])(
  'a create at %s is sent',
  async (path) => {
    expect(await whyAlone(collection(path))).toEqual([])
  },
)

test('a create whose description says that something leaves the API is left alone', async () => {
  const paths = collection('/orders', { description: 'Charges the card.' })
  expect(await whyAlone(paths)).toEqual(['"Charges" in its description suggests an effect outside the API'])
})

test('a create is left alone whose items nothing removes or changes', async () => {
  const paths = collection('/events', { isKept: true })
  expect(await whyAlone(paths)).toEqual(['no operation removes what it creates'])
  const patch = { operationId: 'change', requestBody: body, responses: answers(thing) }
  const changed = { ...paths, '/events/{id}': { ...paths['/events/{id}'], patch } }
  expect(await whyAlone(changed)).toEqual([])
  const clear = { delete: { operationId: 'clear', responses: { 204: { description: 'Gone.' } } } }
  expect(await whyAlone({ ...paths, '/events/batch': clear })).toContain(
    'no operation removes what it creates',
  )
})

test('a place with which all paths begin says nothing of one', async () => {
  const document = await described({ ...collection('/admin/people'), ...collection('/admin/places') })
  const { length } = new Permission({ document, target: {} }).leftAlone()
  expect(length).toBe(0)
})

test('nor does a place with most of the items', async () => {
  const admin = { ...collection('/admin/people'), ...collection('/admin/places') }
  expect(await whyAlone(admin)).toEqual([])
  const most = ['/orders', '/carts', '/parcels'].map((path) => collection(path))
  expect(await whyAlone(Object.assign({}, admin, ...most))).toEqual([
    '"admin" in its path indicates that its items apply to everyone',
    '"admin" in its path indicates that its items apply to everyone',
  ])
})

test('what is felt by everybody may stand below an item of the run; what leaves the API stays, wherever', async () => {
  const below = (name: string) => ({
    ...collection('/shops'),
    [`/shops/{id}/${name}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      post: { operationId: 'add', requestBody: body, responses: answers(thing, { status: 201 }) },
    },
  })
  expect(await whyAlone(below('rules'))).toEqual([])
  expect(await whyAlone(below('invites'))).toEqual([
    '"invites" in its name or path suggests an effect outside the API',
  ])
  expect(await whyAlone(below('notify'))).toEqual([
    '"notify" in its name or path suggests an effect outside the API',
  ])
})

test('nothing leaves the API in a run, below its own items neither', async () => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
  const of = await described({
    ...collection('/shops'),
    '/shops/{id}/notify': { parameters, post: { operationId: 'tell', responses: answers(thing) } },
    '/shops/{id}/close': { parameters, post: { operationId: 'close', responses: answers(thing) } },
  })
  const sentIn = async (target: Partial<Target>): Promise<ReadonlySet<string>> => {
    const sent = new Set<string>()
    const shops = new Map<string, object>()
    const fetch = async (request: Request): Promise<Response> => {
      const [, , id, action] = new URL(request.url).pathname.split('/')
      if (request.method === 'POST' && id === undefined) {
        const made = { ...Object(JSON.parse((await request.text()) || '{}')), id: shops.size + 1 }
        shops.set(String(made.id), made)
        return Response.json(made, { status: 201 })
      }
      if (id === undefined) return Response.json([...shops.values()])
      const shop = shops.get(id)
      if (shop === undefined) return Response.json({}, { status: 404 })
      if (action !== undefined && request.method === 'POST') sent.add(action)
      if (request.method === 'DELETE') shops.delete(id)
      return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(shop)
    }
    await runContract({ document: of, target: { baseUrl: 'http://shops.test', fetch, ...target } })
    return sent
  }
  expect(await sentIn({})).toEqual(new Set(['close']))
  expect(await sentIn({ allow: ['tell'] })).toEqual(new Set(['notify', 'close']))
})

test.each([
  ['JobService_CheckAccess', true],
  ['acme.v1.JobService_CheckAccess', true],
  ['JobService_DropAccess', false],
  ['Jobs_CheckAccess', true],
  ['Jobs_DropAccess', false],
])('%s is called after what stands behind its service', (operationId, isLook) => {
  const check = operation(`${operationId} POST /access`, {
    requestBody: { required: true, ...job },
    responses: { '200': job },
  })
  const permission = new Permission({ document: documentOf([check]), target: {} })
  const [asked] = documentOf([check]).operations
  expect(asked && permission.objection(asked) === undefined).toBe(isLook)
})

test.each([
  ['getMe', true],
  ['get_my_user_api_users_get_my_user_post', true],
  ['sync_shop_api_shops_get_post', false],
  ['getWebhookInfo', true],
  ['is_authorized', true],
  ['readMessages', false],
  ['fetchFeeds', false],
])('a POST called %s without a body only shows, if its verb means nothing else', (operationId, isLook) => {
  const asking = operation(`${operationId} POST /calls/${operationId}`, {
    ...(operationId.startsWith('is') && { requestBody: { required: true, ...job } }),
    responses: { '200': job },
  })
  const [asked] = documentOf([asking]).operations
  const permission = new Permission({ document: documentOf([asking]), target: {} })
  expect(asked && permission.objection(asked) === undefined).toBe(isLook)
})

test.each([
  ['/check', [], false],
  ['/check', ['text'], true],
  ['/rooms/check', [], true],
])('POST %s, which requires %j, may be sent: %s', (path, required, isLook) => {
  const schema = { type: 'object', required, properties: { text: { type: 'string' } } } as const
  const check = operation(`check POST ${path}`, {
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '200': job },
  })
  const [asked] = documentOf([check]).operations
  const permission = new Permission({ document: documentOf([check]), target: {} })
  expect(asked && permission.objection(asked) === undefined).toBe(isLook)
})

test.each([
  ['keyManagerGetSystems', true],
  ['dataStoreGetMessage', true],
  ['dataStoreORMGetMessagesCount', true],
  ['priceListPublish', false],
  ['keyManagerGetOrCreate', false],
  ['keyManagerGetAndLock', false],
  ['setAndGetPrice', false],
  ['cacheRefreshGet', false],
  ['cartClearGet', false],
  ['pageCreateAndGet', false],
  ['dataSetGetRows', true],
  ['noteRenameGet', false],
])('a POST called %s reads if its verb, behind a thing, cannot be a noun', (operationId, isLook) => {
  const asking = operation(`${operationId} POST /${operationId}`, {
    requestBody: { required: true, ...job },
    responses: { '200': job },
  })
  const [asked] = documentOf([asking]).operations
  const permission = new Permission({ document: documentOf([asking]), target: {} })
  expect(asked && permission.objection(asked) === undefined).toBe(isLook)
})

test.each([
  ['createAuthor', '/createAuthor', true],
  ['createAuthorUsingGET', '/authors/createAuthor', true],
  ['getCreatedAuthors', '/authors/created', false],
  ['newArticles', '/articles/new', false],
  ['getExport', '/projects/{id}/export', true],
])('a read "%s" at %s may leave items: %s', (operationId, path, leaves) => {
  const operation = { operationId, method: 'GET', path, pointer: '', tag: '', responses: {} }
  expect(mayLeaveItems(operation)).toBe(leaves)
})
