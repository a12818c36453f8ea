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
const stays = { type: 'string', enum: ['won', 'lost'] }

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

test.each([
  ['an end that only a new state sets is not the time of a change', 'end_date', false],
  ['a time that is named after changes is that of every change', 'modified_on', true],
])('%s', async (_, name, isTold) => {
  const sent = { note: text, place: text, state: stays }
  const race = {
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, ...sent, [name]: { ...time, readOnly: true } },
  }
  const requestBody = { content: { 'application/json': { schema: { type: 'object', properties: sent } } } }
  const document = await described({
    '/races': { post: { operationId: 'start', requestBody, responses: answers(race, { status: 201 }) } },
    '/races/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', responses: { ...answers(race), ...absent } },
      patch: { operationId: 'note', requestBody, responses: { ...answers(race), ...absent } },
    },
  })
  const kept = new Map<string, object>()
  let latest = Date.now()
  const answer = ({ method, url }: Request, text: string): Response => {
    const [, , id = `r${kept.size}`] = new URL(url).pathname.split('/')
    if (method === 'POST') kept.set(id, { id, [name]: new Date(latest).toISOString() })
    const known = kept.get(id)
    if (known === undefined) return Response.json({}, { status: 404 })
    const change = method === 'GET' ? {} : JSON.parse(text)
    const isSet = 'state' in change
    latest = Math.max(latest + 1, Date.now())
    kept.set(id, { ...known, ...change, ...(isSet && { [name]: new Date(latest).toISOString() }) })
    return Response.json(kept.get(id), { status: method === 'POST' ? 201 : 200 })
  }
  const lines = await outcomes(document, { answer, rules: ['lifecycle'] })
  expect(lines.filter((line) => line.startsWith('lifecycle note'))).toEqual([
    isTold ? expect.stringContaining(`a new "${name}" after a change`) : 'lifecycle note: passed',
  ])
})

test.each<readonly [string, boolean]>([
  ['updated_at', true],
  ['lastModifiedAt', true],
  ['password_updated_at', false],
  ['published_at', false],
])('no change sets %s', async (name, isWrong) => {
  const note = { type: 'object', properties: { id: text, title: text, [name]: { ...time, readOnly: true } } }
  const titled = {
    content: { 'application/json': { schema: { type: 'object', properties: { title: text } } } },
  }
  const document = await described({
    '/notes': {
      post: { operationId: 'write', requestBody: titled, responses: answers(note, { status: 201 }) },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', responses: { ...answers(note), ...absent } },
      patch: { operationId: 'change', requestBody: titled, responses: { ...answers(note), ...absent } },
    },
  })
  const kept = new Map<string, object>()
  const answer = ({ method, url }: Request, sent: string): Response => {
    const [, , id = `n${kept.size}`] = new URL(url).pathname.split('/')
    if (method === 'POST') kept.set(id, { id, ...JSON.parse(sent), [name]: new Date().toISOString() })
    const known = kept.get(id)
    if (known === undefined) return Response.json({}, { status: 404 })
    if (method === 'PATCH') kept.set(id, { ...known, ...JSON.parse(sent) })
    return Response.json(kept.get(id), { status: method === 'POST' ? 201 : 200 })
  }
  const lines = await outcomes(document, { answer, rules: ['lifecycle'] })
  expect(lines.filter((line) => line.startsWith('lifecycle change: '))).toEqual([
    isWrong
      ? expect.stringMatching(`^lifecycle change: a new "${name}" after a change to "title" \\| `)
      : 'lifecycle change: passed',
  ])
})
