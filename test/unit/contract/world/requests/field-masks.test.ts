import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const boat = { type: 'object', properties: { id: { ...text, readOnly: true }, title: text, colour: text } }
const sent = { requestBody: { content: { 'application/json': { schema: boat } } } }
const id = { name: 'id', in: 'path', required: true, schema: text }

test('a field mask in the query names a member of the body', async () => {
  const document = await described({
    '/boats': { post: { operationId: 'add', ...sent, responses: answers(boat, { status: 201 }) } },
    '/boats/{id}': {
      parameters: [id],
      get: { operationId: 'read', responses: { ...answers(boat), 404: {} } },
      patch: {
        operationId: 'change',
        parameters: [{ name: 'updateMask', in: 'query', required: true, schema: text }],
        ...sent,
        responses: { ...answers(boat), 400: {}, 404: {} },
      },
      delete: { operationId: 'drop', responses: { 204: {}, 404: {} } },
    },
  })
  const boats = new Map<string, object>()
  const lines = await outcomes(document, {
    rules: ['conformance'],
    answer: ({ method, url }, body) => {
      const { pathname, searchParams } = new URL(url)
      const [, , name = `b${boats.size}`] = pathname.split('/')
      if (method === 'POST') boats.set(name, { ...JSON.parse(body), id: name })
      const found = boats.get(name)
      if (found === undefined) return Response.json({}, { status: 404 })
      const isMask = ['title', 'colour'].includes(searchParams.get('updateMask') ?? '')
      if (method === 'PATCH' && !isMask) return Response.json({}, { status: 400 })
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return Response.json(found, { status: method === 'POST' ? 201 : 200 })
    },
  })
  expect(lines).toContain('conformance change: passed')
})
