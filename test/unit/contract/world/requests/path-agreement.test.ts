import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const key = { type: 'object', required: ['name'], properties: { name: text, note: text } }
const requestBody = { required: true, content: { 'application/json': { schema: key } } }
const parameters = [{ name: 'name', in: 'path', required: true, schema: text }]
const document = await described({
  '/keys': {
    get: { operationId: 'list', responses: answers({ type: 'array', items: key }) },
    post: { operationId: 'make', requestBody, responses: answers(key, { status: 201 }) },
  },
  '/keys/{name}': {
    parameters,
    get: { operationId: 'read', responses: answers(key) },
    put: { operationId: 'change', requestBody, responses: answers(key) },
    delete: { operationId: 'drop', responses: { 204: { description: 'Gone.' } } },
  },
})

test('a name that must not be changed is the one in the path, once the server says that they differ', async () => {
  const keys = new Map<string, object>()
  const sent: boolean[] = []
  const lines = await outcomes(document, {
    rules: ['conformance'],
    answer({ method, url }, body) {
      const name = decodeURIComponent(new URL(url).pathname.split('/')[2] ?? '')
      if (method === 'GET' && name === '') return Response.json([...keys.values()])
      const item = body === '' ? {} : JSON.parse(body)
      if (method === 'POST') {
        keys.set(item.name, item)
        return Response.json(item, { status: 201 })
      }
      if (!keys.has(name)) return new Response(null, { status: 404 })
      if (method === 'DELETE') keys.delete(name)
      if (method === 'DELETE') return new Response(null, { status: 204 })
      if (method === 'GET') return Response.json(keys.get(name))
      sent.push(item.name === name)
      const message = `The name in url(${name}) and body(${item.name}) are different`
      if (item.name !== name) return Response.json({ message }, { status: 400 })
      keys.set(name, item)
      return Response.json(item)
    },
  })
  expect(lines.filter((line) => !line.endsWith(': passed'))).toEqual([])
  expect(sent).toEqual([false, true])
})
