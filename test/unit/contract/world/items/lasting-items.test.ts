import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const room = {
  ...{ type: 'object', required: ['id', 'title', 'isOpen'] },
  properties: { id: { ...text, readOnly: true }, title: text, isOpen: { type: 'boolean', readOnly: true } },
}
const wanted = { type: 'object', required: ['title'], properties: { title: text } }
const id = { name: 'id', in: 'path', required: true, schema: text }
/** Actions that leave a room as it is, and one after which a room takes no other action. */
const CALLS = ['ring', 'warm', 'tidy', 'count', 'paint', 'air']
const END = 'close'

function document() {
  const act = (operationId: string) => ({
    post: { operationId, parameters: [id], responses: { ...answers(room), 404: {}, 409: {} } },
  })
  return described({
    '/rooms': {
      post: {
        operationId: 'make',
        requestBody: { required: true, content: { 'application/json': { schema: wanted } } },
        responses: { ...answers(room, { status: 201 }), 400: {}, 415: {} },
      },
    },
    '/rooms/{id}': {
      get: { operationId: 'read', parameters: [id], responses: { ...answers(room), 404: {} } },
    },
    ...Object.fromEntries([...CALLS, END].map((name) => [`/rooms/{id}/${name}`, act(name)])),
  })
}

test('actions share an item that no operation removes, until one of them changes it', async () => {
  const rooms = new Map<string, { id: string; title: string; isOpen: boolean }>()
  const answer = ({ method, url, headers }: Request, body: string): Response => {
    const [, , name = '', action] = new URL(url).pathname.split('/')
    const found = rooms.get(name)
    if (name === '' && method === 'POST') {
      if (headers.get('content-type') !== 'application/json') return Response.json({}, { status: 415 })
      if (!/^\{.*"title":".*\}$/.test(body)) return Response.json({}, { status: 400 })
      const made = { title: JSON.parse(body).title, id: `r${rooms.size + 1}`, isOpen: true }
      rooms.set(made.id, made)
      return Response.json(made, { status: 201 })
    }
    if (found === undefined) return Response.json({}, { status: 404 })
    if (action === undefined) return Response.json(found)
    if (!found.isOpen) return Response.json({}, { status: 409 })
    if (action === END) rooms.set(name, { ...found, isOpen: false })
    return Response.json(rooms.get(name))
  }
  const lines = await outcomes(await document(), { rules: ['conformance'], answer })
  expect(lines.filter((line) => line.endsWith('passed'))).toHaveLength(CALLS.length + 3)
  expect(rooms.size).toBeLessThanOrEqual(4)
})
