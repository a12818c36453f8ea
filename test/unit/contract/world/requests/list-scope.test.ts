import { describe, expect, test } from 'vitest'
import {
  isCertainlyInListScope,
  isListScopeOfOthers,
} from '../../../../../runtime/contract/world/requests/list-scope.ts'
import { RequestFactory } from '../../../../../runtime/contract/world/requests/request-factory.ts'
import { namesOfRun } from '../../../../../runtime/contract/world/values/names.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const task = {
  type: 'object',
  required: ['id', 'project', 'title'],
  properties: { id: { type: 'integer' }, project: { type: 'string' }, title: { type: 'string' } },
}
const draft = {
  type: 'object',
  required: ['project', 'title'],
  properties: { project: { type: 'string' }, title: { type: 'string' } },
}
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }

/**
 * Returns a document of tasks in projects that no operation lists. A request for a list must state its
 * project.
 */
async function documentOf({ parameter, required }: { parameter: string; required: boolean }) {
  const project = { name: parameter, in: 'query', required, schema: { type: 'string' } }
  return described({
    '/tasks': {
      get: {
        operationId: 'list',
        parameters: [project],
        responses: { ...answers({ type: 'array', items: task }), 400: { description: 'Of which project?' } },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, content: { 'application/json': { schema: draft } } },
        responses: answers(task, { status: 201 }),
      },
    },
    '/tasks/{id}': {
      get: {
        operationId: 'read',
        parameters: [id],
        responses: { ...answers(task), 404: { description: 'None' } },
      },
      delete: { operationId: 'remove', parameters: [id], responses: { 204: { description: 'Gone' } } },
    },
  })
}

/** @param forgets whether the list lacks the item created last. */
function serve(parameter: string, { forgets = false } = {}) {
  const tasks = new Map<number, { id: number; project: string; title: string }>()
  let made = 0
  return (request: Request, text: string): Response => {
    const url = new URL(request.url)
    const named = url.pathname.split('/')[2]
    if (request.method === 'POST') {
      const own = { ...JSON.parse(text), id: ++made }
      tasks.set(own.id, own)
      return Response.json(own, { status: 201 })
    }
    const project = url.searchParams.get(parameter)
    if (named === undefined)
      return project === null
        ? new Response(null, { status: 400 })
        : Response.json(
            [...tasks.values()].filter((task) => task.project === project && !(forgets && task.id === made)),
          )
    const found = tasks.get(Number(named))
    if (found === undefined) return new Response(null, { status: 404 })
    if (request.method === 'DELETE') tasks.delete(Number(named))
    return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(found)
  }
}

describe.concurrent('a list is asked for what its items were made with', () => {
  for (const parameter of ['project', 'project_id'])
    test.each([
      ['it requires', true],
      ['it refuses to do without', false],
    ])(`%s: ?${parameter}=`, async (_, required) => {
      const document = await documentOf({ parameter, required })
      const rules = ['conformance', 'lifecycle', 'isolation']
      const [told, ofFaulty] = await Promise.all(
        [false, true].map((forgets) => outcomes(document, { rules, answer: serve(parameter, { forgets }) })),
      )
      expect(told?.filter((line) => !line.endsWith('passed'))).toEqual([])
      expect(ofFaulty).toContain(
        'lifecycle create: the item that POST /tasks created, in the list from GET /tasks | a list without the item',
      )
    })
})

test.concurrent('a list of others than the body names in its envelope need not show what was made', async () => {
  const data = (schema: object) => ({ type: 'object', required: ['data'], properties: { data: schema } })
  const project = { name: 'project', in: 'query', required: true, example: 'p1', schema: { type: 'string' } }
  const document = await described({
    '/tasks': {
      get: {
        operationId: 'list',
        parameters: [project],
        responses: answers(data({ type: 'array', items: task })),
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, content: { 'application/json': { schema: data(draft) } } },
        responses: answers(data(task), { status: 201 }),
      },
    },
    '/tasks/{id}': { get: { operationId: 'read', parameters: [id], responses: answers(data(task)) } },
  })
  const toldOf = async (isIn: (task: { project: string }) => boolean): Promise<readonly string[]> => {
    const tasks: { id: number; project: string }[] = []
    return outcomes(document, {
      rules: ['lifecycle'],
      answer: ({ method, url }, text) => {
        if (method === 'POST') tasks.push({ ...JSON.parse(text).data, id: tasks.length + 1 })
        if (method === 'POST') return Response.json({ data: tasks.at(-1) }, { status: 201 })
        const named = Number(url.split('/').at(-1))
        return Response.json({
          data: Number.isNaN(named) ? tasks.filter(isIn) : tasks.find((own) => own.id === named),
        })
      },
    })
  }
  expect(await toldOf(({ project }) => project === 'p1')).toContain('lifecycle create: passed')
  const list = document.operations.find(({ operationId }) => operationId === 'list')
  const isOfOthers = (sent: unknown, made?: unknown): boolean | undefined =>
    list && isListScopeOfOthers(list, 'http://tasks.test/tasks?project=7&limit=100', { sent, made })
  const isOfOtherUser = (user: string): boolean | undefined =>
    list && isListScopeOfOthers(list, 'http://tasks.test/tasks?scope[user]=7', { sent: { scope: { user } } })
  expect([isOfOtherUser('7'), isOfOtherUser('8')]).toEqual([false, true])
  expect([{ data: { project: '8' } }, { project_id: 8 }].map((sent) => isOfOthers(sent))).toEqual([
    true,
    true,
  ])
  expect([{ data: { project: '7' } }, { project: 7 }, [], 'text'].some((sent) => isOfOthers(sent))).toBe(
    false,
  )
  // The server is allowed to derive the project from the request, but not to replace the project that was
  // sent.
  expect(isOfOthers({ name: 'n' }, { id: 1, project: '8' })).toBe(true)
  expect(isOfOthers({ project: '7' }, { id: 1, project: '8' })).toBe(false)
  expect(isOfOthers({ name: 'n' }, { id: 1, project: '7', next: { project: '8' } })).toBe(false)
})

test('a list is asked for what is named in the next items, once another thing is', async () => {
  const document = await documentOf({ parameter: 'project', required: true })
  const [list, create] = ['list', 'create'].map((name) =>
    document.operations.find(({ operationId }) => operationId === name),
  )
  if (list === undefined || create === undefined) throw new Error('The document lacks an operation.')
  const requests = new RequestFactory(document, namesOfRun('scope'))
  const name = (project: string): void =>
    requests.supplied.supply(create, { location: 'body', name: 'project' }, { value: project })
  const asked = (): unknown => requests.best(list, new Map()).query?.['project']
  name('first')
  requests.supplied.scope(list, requests.best(create, new Map()))
  expect(asked()).toBe('first')
  name('second')
  expect(asked()).toBe('second')
})

test.concurrent('a list that shows a default project alone is asked for that of what was made', async () => {
  const project = { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } }
  const made = { ...task, required: ['id', 'title'] }
  const sent = {
    type: 'object',
    required: ['project_id', 'user_id', 'title'],
    properties: {
      project_id: { type: 'string', format: 'uuid' },
      user_id: { type: 'string', format: 'uuid' },
      title: { type: 'string' },
    },
  }
  const places = ['projects', 'users'].flatMap((kind): [string, object][] => [
    [
      `/${kind}`,
      {
        get: { operationId: `list-${kind}`, responses: answers({ type: 'array', items: project }) },
        post: {
          operationId: `make-${kind}`,
          requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
          responses: answers(project, { status: 201 }),
        },
      },
    ],
    [
      `/${kind}/{id}`,
      {
        get: {
          operationId: `read-${kind}`,
          parameters: [{ ...id, schema: { type: 'string' } }],
          responses: answers(project),
        },
      },
    ],
  ])
  const query = (name: string) => ({ name, in: 'query', schema: { type: 'string' } })
  const document = await described({
    ...Object.fromEntries(places),
    '/tasks': {
      get: {
        operationId: 'list',
        parameters: [query('project'), query('user'), query('title')],
        responses: answers({ type: 'array', items: made }),
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, content: { 'application/json': { schema: sent } } },
        responses: answers(made, { status: 201 }),
      },
    },
    '/tasks/{id}': { get: { operationId: 'read', parameters: [id], responses: answers(made) } },
  })
  /** A created item belongs to the caller, whichever user is in the body. */
  const toldOf = async (forgets: boolean): Promise<readonly string[]> => {
    const known = new Map<string, { id: unknown; project_id?: string; title?: string }[]>()
    return outcomes(document, {
      rules: ['lifecycle', 'isolation'],
      answer: ({ method, url }, text) => {
        const { pathname, searchParams } = new URL(url)
        const [, kind = '', named] = pathname.split('/')
        const all = known.get(kind) ?? []
        known.set(kind, all)
        if (method === 'POST') {
          all.push({ ...JSON.parse(text), id: kind === 'tasks' ? all.length + 1 : crypto.randomUUID() })
          return Response.json(all.at(-1), { status: 201 })
        }
        const found = all.find((own) => String(own.id) === named)
        if (named !== undefined) return Response.json(found ?? {}, { status: found ? 200 : 404 })
        if (kind !== 'tasks') return Response.json(all)
        const [title, of] = [searchParams.get('title'), searchParams.get('project') ?? 'default']
        const isIn = (own: (typeof all)[number]) =>
          (title === null ? own.project_id === of : own.title === title) && !searchParams.has('user')
        return Response.json(forgets && title === null ? [] : all.filter(isIn))
      },
    })
  }
  const missing =
    'lifecycle create: the item that POST /tasks created, in the list from GET /tasks | a list without the item'
  const [told, ofFaulty] = await Promise.all([toldOf(false), toldOf(true)])
  expect(told).toContain('lifecycle create: passed')
  expect(told.filter((line) => line.includes('|'))).toEqual([])
  expect(ofFaulty).toContain(missing)
})

test.concurrent('an item is made where both query and body say', async () => {
  const query = { name: 'project_id', in: 'query', required: true, schema: { type: 'string' } }
  const shown = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, title: { type: 'string' } },
  }
  const body = {
    type: 'object',
    required: ['project_id', 'title'],
    properties: { project_id: { type: 'string', default: 'none' }, title: { type: 'string' } },
  }
  const document = await described({
    '/tasks': {
      get: {
        operationId: 'list',
        parameters: [query],
        responses: answers({ type: 'array', items: shown }),
      },
      post: {
        operationId: 'create',
        parameters: [query],
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: answers(shown, { status: 201 }),
      },
    },
    '/tasks/{id}': {
      get: {
        operationId: 'read',
        parameters: [{ ...id, schema: { type: 'string' } }],
        responses: answers(shown),
      },
    },
  })
  const tasks: { id: string; title: unknown; project: string | null }[] = []
  const told = await outcomes(document, {
    rules: ['lifecycle'],
    answer: ({ method, url }, text) => {
      const { pathname, searchParams } = new URL(url)
      const project = searchParams.get('project_id')
      const { title } = method === 'POST' ? JSON.parse(text) : { title: '' }
      if (method === 'POST') tasks.push({ id: `t${tasks.length}`, title, project })
      if (method === 'POST') return Response.json({ ...tasks.at(-1) }, { status: 201 })
      const named = pathname.split('/')[2]
      return Response.json(
        named === undefined
          ? tasks.filter((task) => task.project === project)
          : tasks.find((task) => task.id === named),
      )
    },
  })
  expect(told).toContain('lifecycle create: passed')
})

test('a list in the body of which each property is a filter is asked for all items', async () => {
  const text = { type: 'string' }
  const note = { type: 'object', required: ['id'], properties: { id: text, name: text } }
  const named = { type: 'object', required: ['name'], properties: { name: text } }
  const filter = { type: 'object', properties: { names: { type: 'array', items: text } } }
  const body = (schema: object) => ({ content: { 'application/json': { schema } } })
  const document = await described({
    '/notes': {
      post: { operationId: 'create', requestBody: body(named), responses: answers(note, { status: 201 }) },
    },
    '/notes/filter': {
      post: {
        operationId: 'filter',
        requestBody: body(filter),
        responses: answers({ type: 'array', items: note }),
      },
    },
    '/notes/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: text }],
      delete: { operationId: 'remove', responses: { 204: { description: 'Gone.' } } },
    },
  })
  const notes = new Map<string, { readonly id: string; readonly name: string }>()
  const answer = ({ method, url }: Request, sent: string): Response => {
    const [, , id = ''] = new URL(url).pathname.split('/')
    if (method === 'DELETE') return new Response(null, { status: notes.delete(id) ? 204 : 404 })
    const { name = '', names } = Object(sent === '' ? {} : JSON.parse(sent))
    if (id === 'filter')
      return Response.json([...notes.values()].filter((one) => names?.includes(one.name) ?? true))
    const made = { id: `n${notes.size + 1}`, name }
    notes.set(made.id, made)
    return Response.json(made, { status: 201 })
  }
  expect(await outcomes(document, { answer, rules: ['lifecycle'] })).toContain('lifecycle create: passed')
})

test('an item is certainly in a list if it shows what the list requires', async () => {
  const required = await documentOf({ parameter: 'project_id', required: true })
  const free = await documentOf({ parameter: 'project_id', required: false })
  const isIn = ({ operations: [list] }: typeof required, made: object): boolean =>
    list !== undefined && isCertainlyInListScope(list, 'http://tasks.test/tasks?project_id=7', made)
  expect(isIn(required, { id: 1, project: '7' })).toBe(true)
  expect(isIn(required, { id: 1, project: '8' })).toBe(false)
  expect(isIn(required, { id: 1 })).toBe(false)
  expect(isIn(free, { id: 1 })).toBe(true)
})

test('a cursor with the name of a property is not the scope of a list', async () => {
  const { operations } = await documentOf({ parameter: 'project_id', required: false })
  const [list] = operations
  const pages = { items: [], next: { from: 'body', path: ['next'] } } as const
  const isOfOthers = (sent: 'query' | 'body'): boolean | undefined =>
    list &&
    isListScopeOfOthers(
      { ...list, list: { items: [], pages: { ...pages, sent: { in: sent, path: ['project'] } } } },
      'http://tasks.test/tasks?project=7',
      { sent: { project: '8' } },
    )
  expect([isOfOthers('query'), isOfOthers('body')]).toEqual([false, true])
})
