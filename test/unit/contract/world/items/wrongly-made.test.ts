import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const note = {
  ...{ type: 'object', required: ['title'] },
  properties: { id: { ...text, readOnly: true }, title: text },
}
const id = { name: 'id', in: 'path', required: true, schema: text }

test('what a server wrongly makes is gone before other operations would show it', async () => {
  const document = await described({
    '/notes': {
      post: {
        operationId: 'make',
        requestBody: { required: true, content: { 'application/json': { schema: note } } },
        responses: { ...answers(note, { status: 201 }), 400: {} },
      },
    },
    '/notes/{id}': {
      get: { operationId: 'read', parameters: [id], responses: { ...answers(note), 404: {} } },
      delete: { operationId: 'remove', parameters: [id], responses: { 204: {}, 404: {} } },
    },
    '/summary': { get: { operationId: 'sum', responses: answers({ type: 'array', items: note }) } },
  })
  const notes = new Map<string, object>()
  let made = 0
  const answer = ({ method, url }: Request, body: string): Response => {
    const [, collection, name = ''] = new URL(url).pathname.split('/')
    if (method === 'POST') {
      if (!/^{.*}$/.test(body)) return Response.json({}, { status: 400 })
      const stored = { ...JSON.parse(body), id: `n${++made}` }
      notes.set(stored.id, stored)
      return Response.json(stored, { status: 201 })
    }
    if (collection === 'summary') return Response.json([...notes.values()])
    if (method === 'DELETE' && notes.delete(name)) return new Response(null, { status: 204 })
    const found = notes.get(name)
    return found === undefined ? Response.json({}, { status: 404 }) : Response.json(found)
  }
  const rules = ['negative', 'conformance']
  const lines = await outcomes(document, { rules, answer, disposable: false })
  expect(lines).toContainEqual(
    expect.stringMatching(/^negative make: .*"title" violates "type" \| status 201/),
  )
  expect(lines.filter((line) => line.startsWith('conformance'))).toEqual(
    ['make', 'read', 'remove', 'sum'].map((name) => `conformance ${name}: passed`),
  )
  expect([...notes.keys()]).toEqual([])
})
