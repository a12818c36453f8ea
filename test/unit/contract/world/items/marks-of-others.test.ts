import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const missing = { 404: { description: 'Not there' } }
const id = (name: string) => ({ name, in: 'path', required: true, schema: text })

/**
 * Returns the methods of a run's requests to items that it did not create. @param description the documented
 * effect of reading an item.
 */
async function methodsSentTo(description: string): Promise<ReadonlySet<string>> {
  const message = { type: 'object', properties: { id: text, subject: text } }
  const document = await described({
    '/messages': {
      get: { operationId: 'listMessages', responses: answers({ type: 'array', items: message }) },
    },
    '/messages/{message}': {
      parameters: [id('message')],
      get: { operationId: 'readMessage', description, responses: { ...answers(message), ...missing } },
    },
  })
  const methods = new Set<string>()
  const theirs = { id: 'theirs', subject: 'Hello' }
  const fetch = async ({ method, url }: Request): Promise<Response> => {
    const { pathname } = new URL(url)
    if (pathname === '/messages') return Response.json([theirs])
    if (pathname !== '/messages/theirs') return Response.json({}, { status: 404 })
    methods.add(method)
    return method === 'HEAD' ? new Response() : Response.json(theirs)
  }
  await runContract({ document, target: { baseUrl: 'http://mail.test', fetch } })
  return methods
}

test('a read that marks what it reads goes to no item of others', async () => {
  expect(await methodsSentTo('Returns a message, marking the message as read.')).toEqual(new Set())
  expect(await methodsSentTo('Shows a message and marks it as seen')).toEqual(new Set())
})

test.each(['Returns a message without marking it as read.', 'A message that is marked as read or not.'])(
  'one that does not is sent: %s',
  async (description) => {
    expect(await methodsSentTo(description)).toEqual(new Set(['GET', 'HEAD']))
  },
)

/**
 * Returns the projects whose state a run replaces with a snapshot that it created there. @param creates
 * whether it can create projects.
 */
async function projectsRestored({ creates }: { readonly creates: boolean }): Promise<ReadonlySet<string>> {
  const thing = { type: 'object', properties: { id: { ...text, readOnly: true }, title: text } }
  const body = { required: true, content: { 'application/json': { schema: thing } } }
  const ofSnapshot = [id('project'), id('snapshot')]
  const made = { ...answers(thing, { status: 201 }), ...missing }
  const remove = (operationId: string) => ({
    operationId,
    responses: { 204: { description: 'Gone' }, ...missing },
  })
  const document = await described({
    '/projects': {
      get: { operationId: 'listProjects', responses: answers({ type: 'array', items: thing }) },
      ...(creates && { post: { operationId: 'createProject', requestBody: body, responses: made } }),
    },
    '/projects/{project}': {
      parameters: [id('project')],
      get: { operationId: 'readProject', responses: { ...answers(thing), ...missing } },
      ...(creates && { delete: remove('deleteProject') }),
    },
    '/projects/{project}/snapshots': {
      parameters: [id('project')],
      post: { operationId: 'createSnapshot', requestBody: body, responses: made },
    },
    '/projects/{project}/snapshots/{snapshot}': {
      parameters: ofSnapshot,
      get: { operationId: 'readSnapshot', responses: { ...answers(thing), ...missing } },
      delete: remove('deleteSnapshot'),
    },
    '/projects/{project}/snapshots/{snapshot}/restore': {
      parameters: ofSnapshot,
      post: { operationId: 'restoreSnapshot', responses: { 204: { description: 'Restored' }, ...missing } },
    },
  })
  const things = new Map<string, object>([['/projects/theirs', { id: 'theirs' }]])
  const restored = new Set<string>()
  let count = 0
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const { method } = request
    const [, , project = ''] = pathname.split('/')
    if (pathname === '/projects' && method === 'GET')
      return Response.json(
        [...things].flatMap(([path, thing]) => (path.split('/').length === 3 ? [thing] : [])),
      )
    if (method === 'POST' && !pathname.endsWith('/restore')) {
      if (project !== '' && !things.has(`/projects/${project}`)) return Response.json({}, { status: 404 })
      const made = { ...Object(await request.json()), id: `n${++count}` }
      things.set(`${pathname}/${made.id}`, made)
      return Response.json(made, { status: 201 })
    }
    const found = things.get(pathname.replace(/\/restore$/, ''))
    if (found === undefined) return Response.json({}, { status: 404 })
    if (method === 'DELETE') things.delete(pathname)
    if (method === 'POST') restored.add(project === 'theirs' ? project : 'own')
    return method === 'GET' ? Response.json(found) : new Response(null, { status: 204 })
  }
  await runContract({ document, target: { baseUrl: 'http://projects.test', fetch } })
  return restored
}

test('what a run makes in a project of others does not take the place of that project', async () => {
  expect(await projectsRestored({ creates: false })).toEqual(new Set())
  expect(await projectsRestored({ creates: true })).toEqual(new Set(['own']))
})
