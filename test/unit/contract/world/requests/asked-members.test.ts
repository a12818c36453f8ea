import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const id = { type: 'integer', readOnly: true }
const item = { type: 'object', required: ['name'], properties: { id, name: text } }
const requestBody = { required: true, content: { 'application/json': { schema: item } } }
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
const of = (kind: string) => ({
  [`/${kind}`]: {
    get: { operationId: `list-${kind}`, responses: answers({ type: 'array', items: item }) },
    post: { operationId: `make-${kind}`, requestBody, responses: answers(item, { status: 201 }) },
  },
  [`/${kind}/{id}`]: {
    parameters,
    get: { operationId: `read-${kind}`, responses: answers(item) },
    delete: { operationId: `drop-${kind}`, responses: { 204: { description: 'Gone.' } } },
  },
})
// The document describes the body of a group, as generators do for an action on it.
const document = await described({
  ...of('roles'),
  ...of('groups'),
  '/groups/{id}/roles': {
    post: { operationId: 'grant', parameters, requestBody, responses: answers(item) },
  },
})

/** Runs conformance against a server that gives roles to groups, and returns the findings and what it got. */
async function grants(
  isGiven: (body: Readonly<Record<string, unknown>>) => string | undefined,
  refusal: unknown,
) {
  const kept = { roles: new Map<number, object>(), groups: new Map<number, object>() }
  kept.roles.set(1, { id: 1, name: 'theirs' })
  const granted: unknown[] = []
  let last = 6
  const lines = await outcomes(document, {
    rules: ['conformance'],
    answer({ method, url }, sent) {
      const [, kind = '', number, below] = new URL(url).pathname.split('/')
      const all = kept[kind === 'roles' ? 'roles' : 'groups']
      if (number === undefined && method === 'GET') return Response.json([...all.values()])
      const body = sent === '' ? {} : JSON.parse(sent)
      if (number === undefined) {
        all.set(++last, { ...body, id: last })
        return Response.json(all.get(last), { status: 201 })
      }
      const found = all.get(Number(number))
      if (found === undefined) return new Response(null, { status: 404 })
      if (method === 'DELETE') all.delete(Number(number))
      if (method === 'DELETE') return new Response(null, { status: 204 })
      if (below === undefined) return Response.json(found)
      if (isGiven(body) === undefined) return Response.json(refusal, { status: 400 })
      granted.push(isGiven(body))
      return Response.json(found)
    },
  })
  return { granted, own: [...granted].filter((role) => Number(role) > 1), lines }
}

const pointed = { errors: [{ code: 'required', detail: 'This field is required.', attr: 'role_id' }] }

test.each([
  ['a pointer', pointed],
  ['a key', { role_id: ['This field is required.'] }],
  ['a quoted name', { message: 'missing field `role_id` at line 1 column 20' }],
])('a property that the document lacks is added once %s asks for it, and reported', async (_, refusal) => {
  const { granted, own, lines } = await grants(({ role_id: role }) => role as string | undefined, refusal)
  expect(granted.length).toBeGreaterThan(0)
  expect(own).toEqual(granted)
  expect(lines).toContainEqual(expect.stringMatching(/^conformance grant: status 200.* \| status 400 /))
})

test('nothing is added that would name an item of which the run has none', async () => {
  const { granted } = await grants(({ tariff_id: tariff }) => tariff as string | undefined, {
    tariff_id: ['This field is required.'],
  })
  expect(granted).toEqual([])
})

test('a plain value is made up', async () => {
  const { granted } = await grants(({ reason }) => reason as string | undefined, {
    errors: { reason: ['This field is required.'] },
  })
  expect(granted).toEqual([expect.stringContaining('reason')])
})

test('a list of items that refer to others of its own name is asked a few times only', async () => {
  const below = await described({
    '/groups/{id}/roles': {
      parameters,
      get: { operationId: 'list-granted', responses: answers({ type: 'array', items: item }) },
      post: { operationId: 'grant', requestBody, responses: answers(item, { status: 201 }) },
    },
    '/groups/{id}/roles/{role_id}': {
      parameters: [...parameters, { ...parameters[0], name: 'role_id' }],
      get: { operationId: 'read-granted', responses: answers(item) },
    },
    ...of('groups'),
  })
  let asked = 0
  await outcomes(below, {
    rules: ['conformance'],
    answer({ method, url }, sent) {
      const { pathname } = new URL(url)
      const isGrant = method === 'POST' && pathname.endsWith('/roles')
      if (isGrant && ++asked > 500) throw new Error('The run does not end.')
      if (isGrant) return Response.json(pointed, { status: 400 })
      if (method === 'POST') return Response.json({ ...JSON.parse(sent), id: 7 }, { status: 201 })
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return Response.json(pathname.endsWith('s') ? [] : { id: 7, name: 'a' })
    },
  })
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(80)
})
