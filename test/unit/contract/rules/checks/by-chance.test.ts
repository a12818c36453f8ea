import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const inPath = [{ name: 'id', in: 'path', required: true, schema: text }]
const requestBody = {
  required: true,
  content: { 'application/json': { schema: { type: 'object', properties: { name: text } } } },
}
const lamp = (more: object = {}) => ({ type: 'object', properties: { id: text, name: text, ...more } })

test.each([true, false])(
  'a flag that no earlier response shows can have the sent value by chance: %s',
  async (done) => {
    const document = await described({
      '/lamps': { post: { operationId: 'hang', requestBody, responses: answers(lamp(), { status: 201 }) } },
      '/lamps/{id}': {
        parameters: inPath,
        get: {
          operationId: 'read',
          responses: { ...answers(lamp({ done: { type: 'boolean' } })), 404: { description: 'None.' } },
        },
        patch: { operationId: 'name', requestBody, responses: answers(lamp({ done: { type: 'boolean' } })) },
        delete: { operationId: 'remove', responses: { 204: { description: 'Gone.' } } },
      },
    })
    const lamps = new Map<string, object>()
    const lines = await outcomes(document, {
      rules: ['read-only'],
      answer: ({ method, url }, sent) => {
        const id = new URL(url).pathname.split('/')[2] ?? `l${lamps.size}`
        if (method === 'POST') lamps.set(id, { id, name: JSON.parse(sent).name })
        const lamp = lamps.get(id)
        if (method === 'DELETE') return new Response(null, { status: lamps.delete(id) ? 204 : 404 })
        if (lamp === undefined) return new Response(null, { status: 404 })
        if (method === 'PATCH') Object.assign(lamp, { name: JSON.parse(sent).name })
        return Response.json(method === 'PATCH' ? { ...lamp, done } : lamp, {
          status: method === 'POST' ? 201 : 200,
        })
      },
    })
    expect(lines.filter((line) => !/: (?:passed|not run)/.test(line))).toEqual([])
  },
)
