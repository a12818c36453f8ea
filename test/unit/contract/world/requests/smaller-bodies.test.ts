import { schemaIn } from '@concordat/contract/document'
import { expect, test } from 'vitest'
import { bodyMembers } from '../../../../../runtime/contract/world/requests/bodies/body-members.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
/** More malformed durations than one body is corrected for, and two that exclude each other. */
const SPANS = ['run', 'rest', 'check', 'start', 'stop', 'hold', 'cool', 'lead', 'every', 'later']
const job = {
  type: 'object',
  properties: { ...Object.fromEntries(SPANS.map((name) => [`${name}Span`, text])), title: text, queue: text },
}
const id = { name: 'id', in: 'path', required: true, schema: text }

test('a smaller body is corrected as often as a full one, and keeps what the full one was asked for', async () => {
  const document = await described({
    '/jobs': {
      post: {
        operationId: 'startJob',
        requestBody: { content: { 'application/json': { schema: job } } },
        responses: { ...answers({ type: 'object', properties: { id: text } }), 400: {} },
      },
    },
    '/jobs/{id}': {
      parameters: [id],
      get: { operationId: 'readJob', responses: { ...answers({ type: 'object' }), 404: {} } },
      delete: { operationId: 'endJob', responses: { 204: {}, 404: {} } },
    },
  })
  const jobs = new Map<string, object>()
  let refused = 0
  const answer = ({ method, url }: Request, sent: string): Response => {
    const refuse = (message: string) => {
      if (jobs.size === 0) refused++
      return Response.json({ code: 3, message }, { status: 400 })
    }
    const [, , name = ''] = new URL(url).pathname.split('/')
    if (method !== 'POST') {
      if (!jobs.has(name)) return Response.json({}, { status: 404 })
      return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(jobs.get(name))
    }
    const body = JSON.parse(sent || '{}')
    const wrong = SPANS.map((span) => body[`${span}Span`]).find((span) => span && !/^\d+s$/.test(span))
    if (wrong !== undefined) return refuse(`invalid google.protobuf.Duration value "${wrong}"`)
    if (body.everySpan && body.laterSpan) return refuse('everySpan and laterSpan may not be used together.')
    for (const member of ['title', 'queue'])
      if (!body[member]) return refuse(`${member} is not set on request.`)
    const made = { ...body, id: `j${jobs.size}` }
    jobs.set(made.id, made)
    return Response.json(made)
  }
  const lines = await outcomes(document, { rules: ['conformance'], answer })
  expect(lines).toContain('conformance readJob: passed')
  expect(lines).toContain('conformance endJob: passed')
  expect(refused).toBeLessThanOrEqual(10)
  expect([...jobs.values()].every((each) => 'runSpan' in each)).toBe(true)
})

test('members of nested messages are known, so that a refusal can name them', () => {
  const path = ['schedule', 'action', 'start', 'policy', 'interval']
  const nested = path.reduceRight<object>(
    (inner, name) => ({ type: 'object', properties: { [name]: inner } }),
    text,
  )
  const members = bodyMembers(schemaIn({ definitions: {} }, nested))
  expect(members.map((member) => member.path)).toContainEqual(path)
})
