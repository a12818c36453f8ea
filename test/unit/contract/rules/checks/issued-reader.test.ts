import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const refused = { 401: { description: 'Who?' }, 404: { description: 'None.' } }
const forbidden = { 403: { description: 'The key may only read.' } }
const id = { type: 'string', readOnly: true }
const key = {
  type: 'object',
  required: ['id', 'scopes'],
  properties: {
    id,
    scopes: {
      type: 'array',
      items: { type: 'string', enum: ['write', 'audit'] },
      default: ['write', 'audit'],
    },
    token: { type: 'string', readOnly: true },
  },
}
const boat = { type: 'object', properties: { id, name: { type: 'string', minLength: 1 } } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const made = (schema: object) => ({ ...answers(schema, { status: 201 }), ...refused, ...forbidden })

/** A harbour that issues keys to its own, some of which may only read. */
const harbour = described(
  {
    '/keys': {
      get: {
        operationId: 'listKeys',
        responses: { ...answers({ type: 'array', items: boat }), ...refused },
      },
      post: { operationId: 'issueKey', requestBody: body(key), responses: made(key) },
    },
    '/keys/{key_id}': {
      parameters: [{ name: 'key_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'readKey', responses: { ...answers(boat), ...refused } },
    },
    '/boats': {
      get: {
        operationId: 'listBoats',
        responses: { ...answers({ type: 'array', items: boat }), ...refused },
      },
      post: { operationId: 'addBoat', requestBody: body(boat), responses: made(boat) },
    },
    '/boats/{boat_id}': {
      parameters: [{ name: 'boat_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'readBoat', responses: { ...answers(boat), ...refused } },
      delete: {
        operationId: 'dropBoat',
        responses: { 204: { description: 'Gone.' }, ...refused, ...forbidden },
      },
    },
  },
  {
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  },
)

type Habit = 'boats can be dropped' | 'a list needs write' | 'scopes mean nothing' | 'no scopes are all'

function service(habit?: Habit) {
  const boats = new Map<string, object>()
  const keys = new Map<string | null, boolean>([['key-of-harbour', true]])
  let last = 0
  return ({ method, url, headers }: Request, text: string): Response => {
    const mayWrite = keys.get(headers.get('x-key'))
    if (mayWrite === undefined) return Response.json({}, { status: 401 })
    const [, kind, name = ''] = new URL(url).pathname.split('/')
    const isLoose =
      habit === 'scopes mean nothing' || (habit === 'boats can be dropped' && method === 'DELETE')
    const wants = method !== 'GET' || (habit === 'a list needs write' && name === '')
    if (wants && !mayWrite && !isLoose) return Response.json({}, { status: 403 })
    const sent = text === '' ? {} : JSON.parse(text)
    const id = `n${++last}`
    if (kind === 'keys' && method === 'POST') {
      const { scopes = ['write', 'audit'] } = sent
      const given = habit === 'no scopes are all' && scopes.length === 0 ? ['write', 'audit'] : scopes
      const token = `secret-${id}-of-a-key`
      keys.set(token, given.includes('write'))
      boats.set(id, { id })
      return Response.json({ id, scopes: given, token }, { status: 201 })
    }
    if (method === 'POST') boats.set(id, { ...sent, id })
    if (method === 'POST') return Response.json(boats.get(id), { status: 201 })
    if (name === '') return Response.json([...boats.values()])
    const found = boats.get(name)
    if (found === undefined) return Response.json({}, { status: 404 })
    if (method === 'DELETE') boats.delete(name)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(found)
  }
}

async function told(habit?: Habit): Promise<string[]> {
  const rules = ['authentication/reader-writes', 'authentication/reader-reads']
  const credentials = { key: 'key-of-harbour' }
  const lines = await outcomes(await harbour, { answer: service(habit), rules, credentials })
  return lines.filter((line) => !/: (?:passed|not run)/.test(line))
}

test('a key that was issued without the scope "write" can read everything, and write nothing', async () => {
  expect(await told()).toEqual([])
  expect(await told('boats can be dropped')).toEqual([
    'authentication dropBoat: status 403 with a read-only key | status 204',
  ])
  expect(await told('a list needs write')).toContainEqual(
    expect.stringMatching(/^authentication listBoats: success with a read-only key.* \| status 403/),
  )
})

test('where scopes mean nothing, or none mean all, no key is taken as one that can only read', async () => {
  expect(await told('scopes mean nothing')).toEqual([])
  expect(await told('no scopes are all')).toEqual([])
})
