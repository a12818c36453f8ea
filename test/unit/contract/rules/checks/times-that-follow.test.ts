import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string', minLength: 1, maxLength: 30 }
const time = { type: 'string', format: 'date-time' }
const written = { title: text, start_at: time, place: text }
const meeting = {
  type: 'object',
  properties: { id: { type: 'string', readOnly: true }, ...written, end_at: { ...time, readOnly: true } },
}
const body = { content: { 'application/json': { schema: { type: 'object', properties: written } } } }
const absent = { 404: { description: 'None.' } }

test('a time that follows from another one is not that of a change', async () => {
  const document = await described({
    '/meetings': {
      post: { operationId: 'plan', requestBody: body, responses: answers(meeting, { status: 201 }) },
    },
    '/meetings/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', responses: { ...answers(meeting), ...absent } },
      patch: { operationId: 'move', requestBody: body, responses: { ...answers(meeting), ...absent } },
    },
  })
  const kept = new Map<string, { title?: string; start_at?: string }>()
  const shown = (id: string) => {
    const { start_at = '2031-03-03T09:00:00Z', ...others } = kept.get(id) ?? {}
    return { id, ...others, start_at, end_at: new Date(Date.parse(start_at) + 3_600_000).toISOString() }
  }
  const answer = ({ method, url }: Request, sent: string): Response => {
    const [, , id = `m${kept.size}`] = new URL(url).pathname.split('/')
    if (method === 'POST') kept.set(id, JSON.parse(sent))
    const known = kept.get(id)
    if (known === undefined) return Response.json({}, { status: 404 })
    if (method === 'PATCH') kept.set(id, { ...known, ...JSON.parse(sent) })
    return Response.json(shown(id), { status: method === 'POST' ? 201 : 200 })
  }
  const lines = await outcomes(document, { answer, rules: ['lifecycle'] })
  expect(lines).toContain('lifecycle move: passed')
})
