import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const number = { type: 'integer' }
const thing = { type: 'object', properties: { id: number, name: { type: 'string' } } }
const problem = { 404: { description: 'Not there' } }
const body = { required: true, content: { 'application/json': { schema: thing } } }
const named = (...names: readonly string[]) =>
  names.map((name) => ({ name, in: 'path', required: true, schema: number }))

/** Returns the paths of a collection, which accepts new items unless `isClosed`. */
function collection(path: string, parameter: string, { isClosed = false, above = named() } = {}) {
  const kind = path.replaceAll(/\W+/g, '_')
  return {
    [path]: {
      parameters: above,
      get: { operationId: `list${kind}`, responses: answers({ type: 'array', items: thing }) },
      ...(!isClosed && {
        post: {
          operationId: `make${kind}`,
          requestBody: body,
          responses: answers(thing, { status: 201 }),
        },
      }),
    },
    [`${path}/{${parameter}}`]: {
      parameters: [...above, ...named(parameter)],
      get: { operationId: `read${kind}`, responses: { ...answers(thing), ...problem } },
      delete: { operationId: `drop${kind}`, responses: { 204: { description: 'Gone' }, ...problem } },
    },
  }
}

/** Returns an operation that links two items, and one that removes the link. */
function link(path: string, method: 'post' | 'put', parameters: readonly object[]) {
  const responses = { 204: { description: 'Done' }, ...problem }
  return {
    [path]: {
      parameters,
      [method]: { operationId: 'link', responses },
      delete: { operationId: 'unlink', responses },
    },
  }
}

/**
 * Serves collections that each contain one item that the run did not create, 1, and links below the items.
 * Every change to a link is recorded.
 */
function server(links: RegExp) {
  const things = new Map<string, object>()
  const written: string[] = []
  let last = 1
  const answer = (request: Request, text: string): Response => {
    const path = new URL(request.url).pathname
    const isItem = /\/\d+$/.test(path)
    if (links.test(path)) {
      if (request.method === 'GET') return Response.json([])
      if (request.method !== 'OPTIONS') written.push(`${request.method} ${path}`)
      return new Response(null, { status: 204 })
    }
    if (!isItem && request.method === 'GET')
      return Response.json([
        { id: 1, name: 'theirs' },
        ...[...things].flatMap(([at, thing]) => (at.startsWith(`${path}/`) ? [thing] : [])),
      ])
    if (!isItem) {
      const made = { ...JSON.parse(text), id: ++last }
      things.set(`${path}/${last}`, made)
      return Response.json(made, { status: 201 })
    }
    const found = path.endsWith('/1') ? { id: 1, name: 'theirs' } : things.get(path)
    if (found === undefined) return new Response(null, { status: 404 })
    if (request.method === 'GET') return Response.json(found)
    things.delete(path)
    return new Response(null, { status: 204 })
  }
  return { written, answer }
}

async function run(paths: object, links: RegExp, target: { readonly changeExisting?: boolean } = {}) {
  const { written, answer } = server(links)
  const told = await outcomes(await described(paths), {
    ...{ answer, rules: ['conformance', 'unknown-id', 'isolation'], disposable: false, ...target },
  })
  const isTheirs = (line: string): boolean => /\/(users|labels)\/1\//.test(line)
  return {
    told: told.filter((line) => /^conformance (un)?link:/.test(line)),
    theirs: written.filter(isTheirs),
    own: written.filter((line) => !isTheirs(line)),
  }
}

const users = collection('/users', 'id', { isClosed: true })
const roles = collection('/roles', 'roleId')
const both = named('id', 'roleId')
const notOwn = (line: string): string =>
  `conformance ${line.startsWith('DELETE') ? 'unlink' : 'link'}: not run, because ${line} might change the item that {id} identifies, which the run did not create; allow it with --change-existing`

test.each([
  ['an action of the other item', 'post', {}],
  [
    'an item of its own below the other one',
    'put',
    {
      '/users/{id}/roles': { get: { operationId: 'given', parameters: named('id'), responses: answers({}) } },
    },
  ],
] as const)('a link is not made to an item of others, where it is %s', async (_, method, listed) => {
  const path = '/users/{id}/roles/{roleId}'
  const links = /^\/users\/\d+\/roles/
  const paths = { ...users, ...roles, ...listed, ...link(path, method, both) }
  const { told, theirs } = await run(paths, links)
  expect(told[0]).toContain(notOwn(`${method.toUpperCase()} ${path}`))
  // A run is allowed to delete an item that does not exist.
  expect(theirs.filter((line) => !line.startsWith('DELETE'))).toEqual([])
  const allowed = await run(paths, links, { changeExisting: true })
  expect(allowed.theirs.length).toBeGreaterThan(0)
})

test('a link is not taken from an item of others either', async () => {
  const path = '/users/{id}/roles/{roleId}'
  const { told, theirs } = await run(
    { ...users, ...roles, ...link(path, 'post', both) },
    /^\/users\/\d+\/roles/,
  )
  expect(theirs).toEqual([])
  expect(told).toContain(notOwn(`DELETE ${path}`))
})

test('two items of the run are linked', async () => {
  const path = '/users/{id}/roles/{roleId}'
  const paths = { ...collection('/users', 'id'), ...roles, ...link(path, 'post', both) }
  const { told, theirs, own } = await run(paths, /^\/users\/\d+\/roles/)
  expect(told).toEqual(['conformance link: passed', 'conformance unlink: passed'])
  expect(theirs).toEqual([])
  expect(own.length).toBeGreaterThan(1)
})

test('what both items stand below may be of others', async () => {
  const above = named('project')
  const at = '/projects/{project}'
  const paths = {
    ...collection('/projects', 'project', { isClosed: true }),
    ...collection(`${at}/labels`, 'label', { above }),
    ...collection(`${at}/issues`, 'issue', { above }),
    ...link(`${at}/labels/{label}/on/{issue}`, 'post', named('project', 'label', 'issue')),
  }
  const { told, theirs, own } = await run(paths, /\/labels\/\d+\/on/)
  expect(told).toEqual(['conformance link: passed', 'conformance unlink: passed'])
  expect(theirs).toEqual([])
  expect(own.length).toBeGreaterThan(1)
})
