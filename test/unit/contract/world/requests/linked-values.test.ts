import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const parameters = [{ name: 'path', in: 'path', required: true, schema: text }]
const links = { type: 'object', additionalProperties: text }
const node = { type: 'object', properties: { children: { type: 'array', items: links } } }
const refused = { 404: { description: 'Absent' } }
const read = (operationId: string, schema: object) => ({
  get: { operationId, parameters, responses: { ...answers(schema), ...refused } },
})

/** Folders and files in a tree whose root has an empty path, and which links lead through. */
test('reads in a tree begin at its root, and go where links lead', async () => {
  const document = await described({
    '/folders/{path}': read('readFolder', node),
    '/files/{path}': read('readFile', text),
    '/notes/{name}': {
      get: {
        ...{ operationId: 'readNote', parameters: [{ ...parameters[0], name: 'name' }] },
        responses: { ...answers(text), ...refused },
      },
    },
  })
  const root = {
    children: [{ self: 'http://tree.test/folders/a', file: '/files/a/b.txt', note: '/notes/n' }],
  }
  const there: Readonly<Record<string, unknown>> = {
    '/folders/': root,
    '/folders/a': { children: [] },
    '/files/a%2Fb.txt': 'b',
    '/notes/n': 'n',
  }
  const reached = new Set<string>()
  const { results } = await runContract({
    document,
    select: { rules: ['conformance'] },
    target: {
      baseUrl: 'http://tree.test',
      fetch: async ({ url }) => {
        const { pathname } = new URL(url)
        if (!Object.hasOwn(there, pathname)) return new Response(null, { status: 404 })
        reached.add(pathname)
        return Response.json(there[pathname])
      },
    },
  })
  expect(results.map(({ operationId, outcome }) => [operationId, outcome.status])).toEqual([
    ['readFolder', 'passed'],
    ['readFile', 'passed'],
    ['readNote', 'passed'],
  ])
  expect([...reached]).toEqual(['/folders/', '/files/a%2Fb.txt', '/notes/n'])
})

test('a 404 for a POST to a made-up name, which may have to be a parent, is no finding', async () => {
  const folder = { type: 'object', required: ['label'], properties: { label: text } }
  const requestBody = { required: true, content: { 'application/json': { schema: folder } } }
  const document = await described({
    '/folders/{path}': {
      get: { operationId: 'readFolder', parameters, responses: answers(folder) },
      delete: { operationId: 'removeFolder', parameters, responses: { 204: { description: 'Gone' } } },
      post: { operationId: 'addFolder', parameters, requestBody, responses: answers(folder) },
      put: { operationId: 'putFolder', parameters, requestBody, responses: answers(folder) },
    },
  })
  const posted: string[] = []
  const { results } = await runContract({
    document,
    select: { rules: ['conformance'] },
    target: {
      baseUrl: 'http://tree.test',
      fetch: async ({ url, method }) => {
        if (method === 'POST') posted.push(url)
        const isRoot = method === 'GET' && url.endsWith('/folders/')
        return isRoot ? Response.json({ label: 'root' }) : new Response(null, { status: 404 })
      },
    },
  })
  expect(posted.length).toBeGreaterThan(0)
  expect(results.find(({ operationId }) => operationId === 'addFolder')?.outcome.status).toBe('not-run')
})
