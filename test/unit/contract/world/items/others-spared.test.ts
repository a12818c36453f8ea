import { runContract, type Target } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const thing = {
  type: 'object',
  required: ['id'],
  properties: { id: { ...text, readOnly: true }, note: text },
}
const refusals = { 400: { description: 'Wrong' }, 404: { description: 'Not there' } }
const gone = { 204: { description: 'Done' }, ...refusals }
const id = (name: string, schema: object = text) => ({ name, in: 'path', required: true, schema })
const body = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })

const listOf = (operationId: string) => ({
  get: { operationId, responses: answers({ type: 'array', items: thing }) },
})
const made = (operationId: string) => ({
  post: { operationId, ...body(thing), responses: { ...answers(thing, { status: 201 }), ...refusals } },
})
const item = (name: string) => ({
  get: { operationId: `read${name}`, responses: { ...answers(thing), ...refusals } },
  delete: { operationId: `remove${name}`, responses: gone },
})

/** A service for things, whose collections are "/things" and "/things/{id}/things". */
class Service {
  /** Writes that refer to a thing the run did not create, as sent. */
  readonly touched: string[] = []
  readonly #others: ReadonlySet<string>
  readonly #things: Map<string, object>
  readonly #special: (request: Request, sent: string) => Response | undefined
  #last = 0

  constructor(others: readonly string[], special: (request: Request, sent: string) => Response | undefined) {
    this.#others = new Set(others.map((path) => path.split('/').at(-1) ?? ''))
    this.#things = new Map(others.map((path) => [path, { id: path.split('/').at(-1), note: 'theirs' }]))
    this.#special = special
  }

  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const sent = await request.clone().text()
    const words = [...pathname.split('/'), ...sent.split(/[^\w-]+/)]
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    if (isWrite && words.some((word) => this.#others.has(word)))
      this.touched.push(`${request.method} ${pathname} ${sent}`)
    return this.#special(request, sent) ?? this.#ofThings(request, { pathname, sent })
  }

  #ofThings({ method }: Request, { pathname, sent }: { pathname: string; sent: string }): Response {
    const path = pathname.replace(/\/$/, '')
    const isItem = path.split('/').length % 2 === 1
    const above = path.split('/').slice(0, isItem ? -2 : -1)
    const isThere = above.length < 2 || this.#things.has(above.join('/'))
    const found = this.#things.get(path)
    if (!isThere || (isItem && found === undefined)) return Response.json({}, { status: 404 })
    if (method === 'POST' && !isItem) return this.#make(path, sent)
    if (method === 'DELETE' && this.#things.delete(path)) return new Response(null, { status: 204 })
    const isBelow = ([one]: readonly [string, object]) => one.replace(/\/[^/]*$/, '') === path
    if (method !== 'GET') return Response.json({}, { status: 405 })
    return Response.json(isItem ? found : [...this.#things].filter(isBelow).map(([, value]) => value))
  }

  #make(path: string, sent: string): Response {
    try {
      const { note } = JSON.parse(sent)
      if (note !== undefined && typeof note !== 'string') return Response.json({}, { status: 400 })
      const made = { id: `own-${++this.#last}`, ...(note !== undefined && { note }) }
      this.#things.set(`${path}/${made.id}`, made)
      return Response.json(made, { status: 201 })
    } catch {
      return Response.json({}, { status: 400 })
    }
  }
}

/**
 * Runs all rules. Returns the writes that affected things the run did not create, and the reasons why checks
 * were not run.
 */
async function run(
  paths: object,
  service: Service,
  settings: Partial<Target> = {},
): Promise<{ readonly touched: readonly string[]; readonly reasons: readonly string[] }> {
  const { results } = await runContract({
    document: await described(paths),
    target: {
      ...{ baseUrl: 'http://spared.test', disposable: true },
      ...{ fetch: (request: Request) => service.answer(request), ...settings },
    },
  })
  const reasons = results.flatMap(({ operationId, outcome }) =>
    outcome.status === 'not-run' ? [`${operationId}: ${outcome.reason}`] : [],
  )
  return { touched: service.touched, reasons }
}

const bulk = (required: readonly string[]) =>
  body({
    type: 'object',
    required,
    properties: { action: text, jobIds: { type: 'array', items: text, minItems: 1 } },
  })
const jobs = (required: readonly string[]) => ({
  '/jobs': listOf('listJobs'),
  '/jobs/{jobId}': { parameters: [id('jobId')], ...item('Job') },
  '/jobs/delete': { post: { operationId: 'deleteJobs', ...bulk(required), responses: gone } },
  '/dead-jobs': {
    ...listOf('listDeadJobs'),
    post: { operationId: 'moveDeadJobs', ...bulk(required), responses: gone },
  },
  '/dead-jobs/{jobId}': { parameters: [id('jobId')], ...item('DeadJob') },
})
/** A service that acts on the jobs in a body only if it supports the body's action. */
const jobService = () =>
  new Service(['/jobs/theirs-1', '/dead-jobs/theirs-2'], ({ method, url }) =>
    method === 'POST' && /\/(?:jobs\/delete|dead-jobs)$/.test(url)
      ? Response.json({ message: 'Invalid action' }, { status: 400 })
      : undefined,
  )

test.each([
  ['asks for no member', []],
  ['requires all members', ['action', 'jobIds']],
])('a body never names jobs of others to delete or move, if the document %s', async (_, required) => {
  expect((await run(jobs(required), jobService())).touched).toEqual([])
})

test('nor by a member whose name is no collection: its values would come from answers', async () => {
  const paths = {
    '/past-jobs': listOf('listPastJobs'),
    '/past-jobs/{jobId}': { parameters: [id('jobId')], ...item('PastJob') },
    '/past-jobs/delete': { post: { operationId: 'deletePastJobs', ...bulk([]), responses: gone } },
  }
  const service = new Service(['/past-jobs/theirs'], ({ method, url }) =>
    method === 'POST' && url.endsWith('/past-jobs/delete')
      ? Response.json({ message: 'Invalid action' }, { status: 400 })
      : undefined,
  )
  expect((await run(paths, service)).touched).toEqual([])
})

test('an operation that needs such jobs says why it is not run', async () => {
  const { reasons } = await run(jobs(['jobIds']), jobService())
  const why = 'might change the item that {jobIds} identifies, which the run did not create'
  expect(reasons).toContainEqual(expect.stringContaining(`deleteJobs: POST /jobs/delete ${why}`))
  expect(reasons).toContainEqual(expect.stringContaining(`moveDeadJobs: POST /dead-jobs ${why}`))
})

test('nothing is created that withholds an item of others', async () => {
  const checkout = { type: 'object', required: ['job_id'], properties: { id: text, job_id: text } }
  const paths = {
    '/jobs': listOf('listJobs'),
    '/jobs/{jobId}': { parameters: [id('jobId')], ...item('Job') },
    '/checkouts': {
      ...listOf('listCheckouts'),
      post: { operationId: 'addCheckout', ...body(checkout), responses: answers(thing, { status: 201 }) },
    },
    '/checkouts/{id}': { parameters: [id('id')], ...item('Checkout') },
  }
  const others = ['/jobs/theirs-1']
  expect((await run(paths, new Service(others, () => undefined))).touched).toEqual([])
  const { '/checkouts': lists, '/checkouts/{id}': one, ...rest } = paths
  const noting = { ...rest, '/notes': lists, '/notes/{id}': one }
  expect((await run(noting, new Service(others, () => undefined))).touched).toContainEqual(
    expect.stringMatching(/^POST \/notes .*"theirs-1"/),
  )
})

test('a user may allow it, or name the jobs', async () => {
  const allowed = await run(jobs(['jobIds']), jobService(), { changeExisting: true })
  expect(allowed.touched).toContainEqual(expect.stringMatching(/^POST \/jobs\/delete .*"theirs-1"/))
  const named = await run(jobs(['jobIds']), jobService(), { pathParameters: { jobIds: 'theirs-1' } })
  expect(named.touched).toContainEqual(expect.stringMatching(/^POST \/jobs\/delete .*"theirs-1"/))
})

test('an unknown argument of an action is no unknown item: it is not tried on a user of others', async () => {
  const paths = {
    '/users': listOf('listUsers'),
    '/users/{user_id}': { parameters: [id('user_id')], ...item('User') },
    '/users/{user_id}/{make_admin}': {
      parameters: [id('user_id'), id('make_admin', { type: 'integer' })],
      put: { operationId: 'makeAdmin', responses: { ...answers(thing), ...refusals } },
    },
  }
  const service = new Service(['/users/theirs'], ({ method, url }) =>
    method === 'PUT' && url.includes('/users/theirs/') ? Response.json({ id: 'theirs' }) : undefined,
  )
  expect((await run(paths, service)).touched).toEqual([])
})

const notes = {
  '/users/{user_id}/notes': { parameters: [id('user_id')], ...listOf('listNotes'), ...made('addNote') },
  '/users/{user_id}/notes/{note_id}': { parameters: [id('user_id'), id('note_id')], ...item('Note') },
}
const user = { '/users/{user_id}': { parameters: [id('user_id')], ...item('User') } }
const userService = () =>
  new Service(['/users/theirs'], ({ method, url }) =>
    method === 'POST' && url.endsWith('/users')
      ? Response.json({ message: 'No more users' }, { status: 400 })
      : undefined,
  )

test('nothing is made below a user of others because the own user was refused', async () => {
  const paths = { '/users': { ...listOf('listUsers'), ...made('addUser') }, ...user, ...notes }
  const { touched, reasons } = await run(paths, userService())
  expect(touched).toEqual([])
  expect(reasons).toContainEqual(
    expect.stringContaining(
      'addNote: POST /users/{user_id}/notes might change the item that {user_id} identifies',
    ),
  )
  const given = await run(paths, userService(), { pathParameters: { user_id: 'theirs' } })
  expect(given.touched).toContainEqual(expect.stringMatching(/^POST \/users\/theirs\/notes /))
})

test('a parent that no operation creates is the only way, and what is made there goes again', async () => {
  const { touched } = await run({ '/users': listOf('listUsers'), ...user, ...notes }, userService())
  expect(touched).toContainEqual(expect.stringMatching(/^POST \/users\/theirs\/notes /))
  expect(touched).not.toContainEqual(expect.stringMatching(/^(?:PUT|PATCH|DELETE) \/users\/theirs /))
})

test('a write to a whole collection would act on all things of others', async () => {
  const signal = body({ type: 'object', properties: { action: text } })
  const paths = {
    '/runs': {
      ...listOf('listRuns'),
      put: { operationId: 'signalRuns', ...signal, responses: gone },
      delete: { operationId: 'removeRuns', responses: gone },
    },
    '/runs/{id}': { parameters: [id('id')], ...item('Run') },
  }
  const sent: string[] = []
  const service = new Service(['/runs/theirs'], ({ method, url }) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(method) || !url.endsWith('/runs')) return undefined
    sent.push(method)
    return new Response(null, { status: method === 'POST' ? 405 : 204 })
  })
  await run(paths, service)
  expect(sent.filter((method) => method === 'PUT' || method === 'DELETE')).toEqual([])
})
