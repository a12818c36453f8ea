import { runContract } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }
const object = (properties: object, ...required: string[]) => ({ type: 'object', properties, required })
const list = (item: object) => answers({ type: 'array', items: item })
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text })
const bodyOf = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const gone = { 204: { description: 'Gone' }, 404: { description: 'Not there' } }
const missing = () => Response.json({ detail: 'not found' }, { status: 404 })

/** Returns a collection whose items can be created, read, listed and deleted. */
function collection(path: string, { made, shown, id = 'id' }: { made: object; shown: object; id?: string }) {
  const name = path.slice(1)
  const at = { parameters: [inPath(id)] }
  return {
    [path]: {
      get: { operationId: `list_${name}`, responses: list(shown) },
      post: {
        operationId: `create_${name}`,
        requestBody: bodyOf(made),
        responses: answers(shown, { status: 201 }),
      },
    },
    [`${path}/{${id}}`]: {
      get: { operationId: `read_${name}`, ...at, responses: { ...answers(shown), 404: {} } },
      delete: { operationId: `delete_${name}`, ...at, responses: gone },
    },
  }
}

/**
 * A store of things by path, such as "/flows/<uuid>". `answer` is called first, and can leave the response to
 * the store by returning `undefined`.
 */
function store(answer: (call: Called, things: Map<string, object>) => Response | undefined) {
  const things = new Map<string, object>()
  return (request: Request, body: string): Response => {
    const { pathname, searchParams } = new URL(request.url)
    const call = {
      ...{ method: request.method, path: pathname, query: searchParams },
      json: body === '' ? {} : JSON.parse(body),
    }
    const special = answer(call, things)
    if (special !== undefined) return special
    if (request.method === 'POST') {
      const id = crypto.randomUUID()
      things.set(`${pathname}/${id}`, { id, ...call.json })
      return Response.json({ id, ...call.json }, { status: 201 })
    }
    const below = [...things].filter(([path]) => path.startsWith(`${pathname}/`)).map(([, thing]) => thing)
    if (/^\/[^/]+$/.test(pathname)) return Response.json(below)
    const thing = things.get(pathname)
    if (thing === undefined) return missing()
    if (request.method !== 'DELETE') return Response.json(thing)
    things.delete(pathname)
    return new Response(null, { status: 204 })
  }
}

interface Called {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly json: Record<string, unknown>
}

const conformance = { rules: ['conformance'], disposable: false }
const ofConformance = (lines: readonly string[], ...ids: string[]) =>
  ids.map((id) => lines.find((line) => line.startsWith(`conformance ${id}:`)))
const passed = (...ids: string[]) => ids.map((id) => `conformance ${id}: passed`)

test('where a create answers with what has the name already, each item gets a name of its own', async () => {
  const flow = object({ name: { ...text, example: 'mine' } }, 'name')
  const run = object({ flow_id: uuid }, 'flow_id')
  const document = await described({
    ...collection('/flows', { made: flow, shown: object({ id: uuid, name: text }) }),
    ...collection('/runs', { made: run, shown: object({ id: uuid, flow_id: uuid }) }),
  })
  const answer = store(({ method, path, json }, things) => {
    if (method !== 'POST') return undefined
    if (path === '/runs' && !things.has(`/flows/${json['flow_id']}`))
      return Response.json({ detail: 'no such flow' }, { status: 409 })
    const twin = [...things.values()].find((thing) => Object(thing).name === json['name'])
    return path === '/flows' && twin !== undefined ? Response.json(twin, { status: 201 }) : undefined
  })
  const lines = await outcomes(document, { ...conformance, answer })
  expect(ofConformance(lines, 'delete_flows', 'create_runs', 'read_runs')).toEqual(
    passed('delete_flows', 'create_runs', 'read_runs'),
  )
})

describe('a create that is refused for what its body names', () => {
  const members = { name: text, note: text, operations: { type: 'array', items: uuid }, owner: uuid }
  const flow = object(members, 'name')

  async function createFlow(refusal: (json: Record<string, unknown>) => Response | undefined) {
    const document = await described(
      collection('/flows', { made: flow, shown: object({ id: uuid, name: text }) }),
    )
    const sent: object[] = []
    const answer = store(({ method, json }) => {
      if (method !== 'POST') return undefined
      sent.push(json)
      return refusal(json)
    })
    const lines = await outcomes(document, { ...conformance, answer })
    return { lines, sent }
  }

  test.each([403, 404, 409])('with %i is tried without that', async (status) => {
    const { lines } = await createFlow(({ note, operations, owner }) => {
      if (note === undefined) return Response.json({}, { status: 400 })
      const isAlone = operations === undefined && owner === undefined
      return isAlone ? undefined : Response.json({}, { status })
    })
    expect(ofConformance(lines, 'read_flows', 'delete_flows')).toEqual(passed('read_flows', 'delete_flows'))
  })

  test('and for whatever it says, is tried few times', async () => {
    const { sent } = await createFlow(() => Response.json({}, { status: 403 }))
    expect(sent.length).toBeLessThan(16)
  })
})

test.each([
  ['', {}],
  [', also where each of the two names the other', { steps: { type: 'array', items: uuid }, step: uuid }],
])(
  'a member that names nothing, as a refusal says, gets an item of what it is called after%s',
  async (_, back) => {
    const step = object({ flow: { anyOf: [text, object({})] }, key: text }, 'key')
    const document = await described({
      ...collection('/flows', { made: object({ name: text, ...back }, 'name'), shown: object({ id: uuid }) }),
      ...collection('/steps', { made: step, shown: object({ id: uuid, key: text }) }),
    })
    let refused = 0
    const answer = store(({ method, path, json }, things) => {
      if (method !== 'POST') return undefined
      const isLost = [json['steps'], json['step']].flat().some((id) => id && !things.has(`/steps/${id}`))
      if (path === '/flows' && isLost) return Response.json({}, { status: 403 })
      if (path !== '/steps' || things.has(`/flows/${json['flow']}`)) return undefined
      refused++
      return Response.json({ message: 'Invalid foreign key for field "flow"' }, { status: 400 })
    })
    const lines = await outcomes(document, { ...conformance, answer })
    expect(ofConformance(lines, 'create_steps', 'read_steps')).toEqual(passed('create_steps', 'read_steps'))
    expect(refused).toBe(1)
  },
)

test('a value that a refusal quotes as taken is made anew, and the rest of the example stays', async () => {
  const example = (value: string) => ({ ...text, example: value })
  const made = object({ title: example('mine'), rule: example('right') }, 'title')
  const document = await described(collection('/tables', { made, shown: object({ id: uuid, title: text }) }))
  let wrong = 0
  const answer = store(({ method, json: { title, rule } }, things) => {
    if (method !== 'POST') return undefined
    if (rule !== 'right') wrong++
    if (rule !== 'right') return Response.json({ message: 'no rule' }, { status: 422 })
    const isTaken = [...things.values()].some((thing) => Object(thing).title === title)
    return isTaken ? Response.json({ message: `Table ${title} already exists` }, { status: 422 }) : undefined
  })
  const lines = await outcomes(document, { rules: ['lifecycle'], disposable: false, answer })
  expect(lines).toEqual(['lifecycle create_tables: passed', 'lifecycle delete_tables: passed'])
  expect(wrong).toBe(0)
})

test('of few values that the schema lists, each that is taken gives way to the next', async () => {
  const kind = { ...text, enum: ['size', 'shape', 'age', 'origin'] }
  const rule = object({ kind, config: text }, 'kind', 'config')
  const at = { parameters: [inPath('kind')] }
  const document = await described({
    '/rules': {
      get: { operationId: 'list_rules', responses: list(text) },
      post: { operationId: 'create_rules', requestBody: bodyOf(rule), responses: { 204: {}, 409: {} } },
    },
    '/rules/{kind}': {
      get: { operationId: 'read_rules', ...at, responses: { ...answers(rule), 404: {} } },
      put: { operationId: 'replace_rules', ...at, requestBody: bodyOf(rule), responses: answers(rule) },
      delete: { operationId: 'delete_rules', ...at, responses: gone },
    },
  })
  const things = new Map<string, object>()
  const answer = (request: Request, body: string): Response => {
    const name = new URL(request.url).pathname.slice('/rules/'.length)
    if (request.method === 'GET' && name === '') return Response.json([...things.keys()])
    if (request.method === 'POST') {
      const made = JSON.parse(body)
      if (things.has(made.kind))
        return Response.json({ detail: `A rule named '${made.kind}' already exists.` }, { status: 409 })
      things.set(made.kind, made)
      return new Response(null, { status: 204 })
    }
    const thing = things.get(name)
    if (thing === undefined) return missing()
    if (request.method === 'DELETE') things.delete(name)
    if (request.method === 'PUT') things.set(name, { ...JSON.parse(body), kind: name })
    return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(things.get(name))
  }
  const lines = await outcomes(document, { ...conformance, answer, allow: ['create_rules'] })
  const ids = ['create_rules', 'read_rules', 'replace_rules', 'delete_rules']
  expect(ofConformance(lines, ...ids)).toEqual(passed(...ids))
  expect([...things.keys()]).toEqual([])
})

test('a member of several kinds is sent as another one where the first is refused', async () => {
  const kind = (name: string) => object({ kind: { const: name }, model: text }, 'kind', 'model')
  const session = object({ model: { oneOf: [kind('custom'), kind('builtin')] } }, 'model')
  const document = await described(collection('/sessions', { made: session, shown: object({ id: uuid }) }))
  const answer = store(({ method, json }) =>
    method !== 'POST' || Object(json['model']).kind === 'builtin' ? undefined : missing(),
  )
  const lines = await outcomes(document, { ...conformance, answer })
  expect(ofConformance(lines, 'create_sessions')).toEqual(passed('create_sessions'))
})

describe('parameters that a server wants although the document leaves them free', () => {
  const query = (name: string, schema: object) => ({ name, in: 'query', schema })
  const time = { ...text, format: 'date-time' }

  test('are given to a deletion below an item of the run, as the refusal names them', async () => {
    const project = { made: object({ name: text }, 'name'), shown: object({ id: uuid, name: text }) }
    const remove = {
      operationId: 'delete_notes',
      parameters: [
        inPath('id'),
        query('delete_all', { type: 'boolean' }),
        query('from', time),
        query('to', time),
      ],
      responses: { ...gone, 422: {} },
    }
    const document = await described({
      ...collection('/projects', project),
      '/projects/{id}/notes': { delete: remove },
    })
    const asked: string[] = []
    const answer = store(({ path, query: given }) => {
      if (!path.endsWith('/notes')) return undefined
      asked.push([...given.keys()].join())
      const isBound = given.has('from') && given.has('to')
      return isBound
        ? new Response(null, { status: 204 })
        : Response.json({ detail: 'Set delete_all=true, or both from and to' }, { status: 422 })
    })
    const lines = await outcomes(document, { ...conformance, answer })
    expect(ofConformance(lines, 'delete_notes')).toEqual(passed('delete_notes'))
    expect(asked).toEqual(['', 'from,to'])
  })

  test('get the ids of items, where they are a list of ids of no name', async () => {
    const number = { type: 'integer' }
    const charts = { ...collection('/charts', { made: object({}), shown: object({ id: number }) }) }
    const export_ = {
      operationId: 'export_charts',
      parameters: [
        {
          ...{ name: 'q', in: 'query' },
          content: { 'application/json': { schema: { type: 'array', items: number } } },
        },
      ],
      responses: { ...answers(text), 400: {}, 404: {} },
    }
    const document = await described({
      '/charts': { get: charts['/charts']?.get },
      '/charts/export': { get: export_ },
    })
    const lines = await outcomes(document, {
      ...conformance,
      answer: ({ url }) => {
        const { pathname, searchParams } = new URL(url)
        if (pathname === '/charts') return Response.json([{ id: 41 }])
        const asked = searchParams.get('q')
        if (asked === null) return Response.json({ message: '{} is not an array' }, { status: 400 })
        return asked === '[41]' ? Response.json('') : missing()
      },
    })
    expect(ofConformance(lines, 'export_charts')[0]).toContain('status 200 | status 400')
  })
})

test('a parameter that is called after another member of the item than its id gets that member', async () => {
  const artifact = object({ key: text }, 'key')
  const latest = {
    operationId: 'latest',
    parameters: [inPath('key')],
    responses: { ...answers(artifact), 404: {} },
  }
  const document = await described({
    ...collection('/artifacts', { made: artifact, shown: object({ id: uuid, key: text }) }),
    '/artifacts/{key}/latest': { get: latest },
  })
  const answer = store(({ path }, things) => {
    const [, , key, end] = path.split('/')
    if (end === undefined) return undefined
    const found = [...things.values()].find((thing) => Object(thing).key === key)
    return found === undefined ? missing() : Response.json(found)
  })
  const lines = await outcomes(document, { ...conformance, answer })
  expect(ofConformance(lines, 'latest')).toEqual(passed('latest'))
})

test('a parameter that is called after a member of an item below another path gets that member', async () => {
  const flow = { made: object({ name: text }, 'name'), shown: object({ id: uuid, name: text }) }
  const byName = {
    operationId: 'by_name',
    parameters: [inPath('flow_name')],
    responses: { ...answers(text), 404: {} },
  }
  const document = await described({
    ...collection('/flows', flow),
    '/runs/of/{flow_name}': { get: byName },
  })
  const answer = store(({ path }, things) => {
    const [, , of, name] = path.split('/')
    if (of !== 'of') return undefined
    const found = [...things.values()].some((thing) => Object(thing).name === name)
    return found ? Response.json('') : missing()
  })
  const lines = await outcomes(document, { ...conformance, answer })
  expect(ofConformance(lines, 'by_name')).toEqual(passed('by_name'))
})

test('items that have no id are called by the member that is called after their kind', async () => {
  const field = object({ field: text, type: text })
  const read = { operationId: 'read', parameters: [inPath('id')], responses: { ...answers(field), 404: {} } }
  const document = await described({
    '/fields': { get: { operationId: 'list', responses: list(field) } },
    '/fields/{id}': { get: read },
  })
  const fields = [{ type: 'integer', field: 'age' }]
  const lines = await outcomes(document, {
    ...conformance,
    answer: ({ url }) => {
      const [, , id] = new URL(url).pathname.split('/')
      const found = fields.find((each) => each.field === id)
      return id === undefined ? Response.json(fields) : found ? Response.json(found) : missing()
    },
  })
  expect(lines).toEqual(passed('list', 'read'))
})

test.each([
  ['of the same name', '/configs', '/projects/{id}/configs/{config_identifier}'],
  ['that has the name of what it stands below', '/project_labels', '/projects/{id}/labels/{label_id}'],
])('what is put below an item is one of the collection %s', async (_, own, path) => {
  const thing = { made: object({ name: text }, 'name'), shown: object({ id: uuid, name: text }) }
  const parameter = /\{([^{}]+)\}$/.exec(path)?.[1] ?? ''
  const at = { parameters: [inPath('id'), inPath(parameter)] }
  const document = await described({
    ...collection('/projects', thing),
    ...collection(own, thing),
    [path.slice(0, path.lastIndexOf('/'))]: {
      get: { operationId: 'list_put', parameters: [inPath('id')], responses: list(thing.shown) },
    },
    [path]: { put: { operationId: 'put', ...at, responses: { 204: {}, 404: {} } } },
  })
  const answer = store(({ method, path: asked }, things) => {
    const [, , , below, id] = asked.split('/')
    if (below === undefined) return undefined
    if (method === 'GET') return Response.json([])
    return things.has(`${own}/${id}`) ? new Response(null, { status: 204 }) : missing()
  })
  const lines = await outcomes(document, { ...conformance, answer })
  expect(ofConformance(lines, 'put')).toEqual(passed('put'))
})

test.each([true, false])(
  'what no operation removes is not left behind where it went with its parent: %s',
  async (goes) => {
    const thing = { made: object({ name: text }, 'name'), shown: object({ id: uuid, name: text }) }
    const prompts = collection('/prompts', thing)
    const version = { made: object({ model: text }, 'model'), shown: object({ id: uuid, model: text }) }
    const versions = collection('/prompt_versions', version)
    const { get } = Object(versions['/prompt_versions/{id}'])
    const document = await described({
      ...prompts,
      '/prompts/{id}/versions': {
        post: { ...Object(versions['/prompt_versions']).post, parameters: [inPath('id')] },
      },
      '/prompt_versions/{id}': { get },
    })
    const serve = store(({ method, path, json }, things) => {
      const [, , prompt, below] = path.split('/')
      if (method === 'DELETE' && goes)
        for (const [key, each] of things) if (Object(each).prompt === prompt) things.delete(key)
      if (method !== 'POST' || below === undefined) return undefined
      const id = crypto.randomUUID()
      things.set(`/prompt_versions/${id}`, { id, prompt, ...json })
      return Response.json({ id, ...json }, { status: 201 })
    })
    const { leftBehind } = await runContract({
      document,
      select: { rules: ['conformance'], operations: ['read_prompt_versions'] },
      target: {
        baseUrl: 'http://small.test',
        fetch: async (request) => serve(request, await request.clone().text()),
      },
    })
    expect(leftBehind).toHaveLength(goes ? 0 : 1)
  },
)

test('items that are made below a parent may have it in the name of their own collection', async () => {
  const version = object({ model: text })
  const { resources } = await described({
    '/prompts/{id}/versions': {
      post: {
        operationId: 'create',
        parameters: [inPath('id')],
        requestBody: bodyOf(object({ version }, 'version')),
        responses: answers(object({ data: object({ id: uuid, model: text }) })),
      },
    },
    '/prompt_versions/{version_id}': {
      get: {
        operationId: 'read',
        parameters: [inPath('version_id')],
        responses: answers(object({ data: object({ id: uuid, model: text }) })),
      },
    },
  })
  expect(resources.map(({ collection: path, operations }) => [path, operations])).toEqual([
    ['/prompt_versions', { create: 'create', read: 'read' }],
  ])
})
