import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const named = { type: 'object', required: ['name'], properties: { name: text } }
const parameters = [{ name: 'name', in: 'path', required: true, schema: text }]
const of = (kind: string, further = {}) => ({
  [`/${kind}`]: {
    get: { operationId: `list-${kind}`, responses: answers({ type: 'array', items: named }) },
    post: {
      operationId: `make-${kind}`,
      requestBody: { required: true, content: { 'application/json': { schema: named } } },
      responses: answers(named, { status: 201 }),
    },
  },
  [`/${kind}/{name}`]: {
    get: { operationId: `read-${kind}`, parameters, responses: answers(named) },
    delete: { operationId: `drop-${kind}`, parameters, responses: { 204: { description: 'Gone.' } } },
  },
  ...further,
})
const members = { type: 'object', properties: { users: { type: 'array', items: text } } }
const document = await described({
  ...of('users'),
  ...of('groups', {
    '/groups/{name}/users': {
      post: {
        operationId: 'join',
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema: members } } },
        responses: answers(members),
      },
    },
  }),
})

test('a list of names that a refusal quotes as unknown names what the run made, and nobody else', async () => {
  const known = { users: new Set(['anna']), groups: new Set(['others']) }
  const joined: string[][] = []
  const told = await outcomes(document, {
    rules: ['conformance'],
    answer: ({ method, url }, sent) => {
      const [, kind = 'users', name = '', below] = new URL(url).pathname.split('/').map(decodeURIComponent)
      const all = known[kind === 'groups' ? 'groups' : 'users']
      if (method === 'GET' && name === '')
        return Response.json([...all].map((each) => ({ name: each, users: ['anna'] })))
      if (method === 'POST' && name === '') {
        const item = JSON.parse(sent)
        all.add(item.name)
        return Response.json(item, { status: 201 })
      }
      if (!all.has(name)) return new Response(null, { status: 404 })
      if (method === 'DELETE') all.delete(name)
      if (method === 'DELETE') return new Response(null, { status: 204 })
      if (below === undefined) return Response.json({ name })
      const { users = [] } = JSON.parse(sent) as { users?: string[] }
      const unknown = users.find((user) => !known.users.has(user))
      if (users.length === 0 || unknown !== undefined)
        return Response.json({ message: `No such user: ${unknown}` }, { status: 400 })
      joined.push(users)
      return Response.json({ users })
    },
  })
  expect(told).toContain('conformance join: passed')
  expect(joined).not.toEqual([])
  expect(joined.flat()).not.toContain('anna')
})
