import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const shelf = { type: 'object', required: ['slug'], properties: { slug: text, note: text } }
const box = {
  ...{ type: 'object', required: ['slug'] },
  properties: { slug: text, note: text, shelf: { ...shelf, readOnly: true } },
}
const page = (item: object) => ({
  type: 'object',
  properties: { count: { type: 'integer' }, results: { type: 'array', items: item } },
})
const sent = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const names = (...all: readonly string[]) =>
  all.map((name) => ({ name, in: 'path', required: true, schema: text }))
const gone = { 204: { description: 'Gone' } }
const document = await described({
  '/shelves/': {
    get: { operationId: 'shelves', responses: answers(page(shelf)) },
    post: { operationId: 'addShelf', requestBody: sent(shelf), responses: answers(shelf, { status: 201 }) },
  },
  '/shelves/{slug}/': {
    parameters: names('slug'),
    get: { operationId: 'shelf', responses: answers(shelf) },
    delete: { operationId: 'dropShelf', responses: gone },
  },
  '/shelves/{slug}/boxes/': {
    parameters: names('slug'),
    post: { operationId: 'addBox', requestBody: sent(box), responses: answers(box, { status: 201 }) },
  },
  '/boxes/': { get: { operationId: 'boxes', responses: answers(page(box)) } },
  '/boxes/{shelf__slug}/{slug}/': {
    parameters: names('shelf__slug', 'slug'),
    get: { operationId: 'box', responses: answers(box) },
    patch: { operationId: 'changeBox', requestBody: sent(box), responses: answers(box) },
    delete: { operationId: 'dropBox', responses: gone },
  },
})

/** A correct server with the shelf and the box of somebody else. @param isOpen False if it takes no boxes. */
function serverOf({ isOpen }: { readonly isOpen: boolean }) {
  const shelves = new Map([['theirs', { slug: 'theirs', note: 'a' }]])
  const boxes = new Map([['theirs/theirs', { slug: 'theirs', note: 'b', shelf: shelves.get('theirs') }]])
  const touched = new Set<string>()
  const answer = ({ method, url }: Request, body: string): Response => {
    const [, kind, first = '', second = ''] = new URL(url).pathname.split('/').map(decodeURIComponent)
    const all: Map<string, object> = kind === 'boxes' ? boxes : shelves
    const key = kind === 'boxes' ? `${first}/${second}` : first
    const item = body === '' ? {} : JSON.parse(body)
    if (first === '' && method === 'GET')
      return Response.json({ count: all.size, results: [...all.values()] })
    if (second === 'boxes' && !isOpen) return Response.json({ message: 'No boxes' }, { status: 403 })
    if (method === 'POST') {
      const shelf = second === 'boxes' ? shelves.get(first) : undefined
      if (second === 'boxes' && shelf === undefined) return new Response(null, { status: 404 })
      const made = shelf === undefined ? item : { ...item, shelf }
      const into: Map<string, object> = shelf === undefined ? shelves : boxes
      into.set(shelf === undefined ? item.slug : `${first}/${item.slug}`, made)
      return Response.json(made, { status: 201 })
    }
    const found = all.get(key)
    if (found === undefined) return new Response(null, { status: 404 })
    if (method !== 'GET' && key.includes('theirs')) touched.add(`${method} ${key}`)
    if (method === 'PATCH') all.set(key, { ...found, ...item, slug: second })
    if (method === 'DELETE') all.delete(key)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(all.get(key))
  }
  return { answer, touched }
}

test('an item is found by the names of its relation, and no other is changed', async () => {
  const { answer, touched } = serverOf({ isOpen: true })
  const lines = await outcomes(document, { rules: ['conformance'], answer })
  expect(lines).toEqual(document.operations.map(({ operationId }) => `conformance ${operationId}: passed`))
  expect([...touched]).toEqual([])
})

test('an item that exists is read if the run can create none, and never changed', async () => {
  const { answer, touched } = serverOf({ isOpen: false })
  const lines = await outcomes(document, { rules: ['conformance'], answer })
  expect(lines).toContain('conformance box: passed')
  expect([...touched]).toEqual([])
})
