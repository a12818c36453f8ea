import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { findingsOf } from '../../pet/pet-run.ts'
import { documentOf } from '../../support/small-service.ts'

const text = { type: 'string', maxLength: 20 }
const members = { name: text, note: text, colour: text, place: text, mood: text }
const thing = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'string', readOnly: true }, ...members },
}
const content = { 'application/json': { schema: thing } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const

const document = documentOf(
  [
    {
      operationId: 'makeThing',
      method: 'POST',
      path: '/things',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { ...thing, properties: members } } },
      },
      responses: { '201': { content }, '400': {} },
      resource: { name: 'things', role: 'create' },
    },
    {
      operationId: 'readThing',
      method: 'GET',
      path: '/things/{id}',
      parameters: [id],
      responses: { '200': { content }, '404': {} },
      resource: { name: 'things', role: 'read' },
    },
    {
      operationId: 'dropThing',
      method: 'DELETE',
      path: '/things/{id}',
      parameters: [id],
      responses: { '204': {}, '404': {} },
      resource: { name: 'things', role: 'delete' },
    },
  ],
  {
    resources: [
      {
        name: 'things',
        collection: '/things',
        item: '/things/{id}',
        idParameter: 'id',
        names: [{ path: ['id'] }],
        operations: { create: 'makeThing', read: 'readThing', delete: 'dropThing' },
        actions: [],
      },
    ],
  },
)

type Fields = Readonly<Record<string, unknown>>

/** A service that accepts each name once, and responds differently to the bodies that `answerTo` selects. */
function service(answerTo: (body: Fields) => Response | undefined) {
  const things = new Map<string, Fields>()
  const fetch = async (request: Request): Promise<Response> => {
    const key = new URL(request.url).pathname.split('/')[2] ?? ''
    if (request.method === 'POST') {
      const body: Fields | undefined = await request.json().catch(() => undefined)
      if (typeof body?.['name'] !== 'string') return new Response(null, { status: 400 })
      const odd = answerTo(body)
      if (odd !== undefined) return odd
      if ([...things.values()].some(({ name }) => name === body['name']))
        return new Response(null, { status: 400 })
      const made = { ...body, id: `t${things.size}-${Math.random()}` }
      things.set(made.id, made)
      return Response.json(made, { status: 201 })
    }
    const found = things.get(key)
    if (found === undefined) return new Response(null, { status: 404 })
    if (request.method !== 'DELETE') return Response.json(found)
    things.delete(key)
    return new Response(null, { status: 204 })
  }
  return { things, target: { baseUrl: 'http://small.test', fetch } }
}

async function run(rule: string, answerTo: (body: Fields) => Response | undefined) {
  const { things, target } = service(answerTo)
  const report = await runContract({
    document,
    target,
    select: { rules: [rule], operations: ['makeThing'] },
  })
  const findings = findingsOf(report).map(({ wrong, exchange }) => ({
    wrong,
    members: Object.keys(JSON.parse(exchange.request.body ?? '{}')).toSorted(),
  }))
  expect(things.size).toBe(0)
  return findings
}

const crash = (): Response => Response.json({ error: 'no' }, { status: 500 })

test('a crash is told in a body with the one member that it takes', async () => {
  const findings = await run('conformance', (body) => ('mood' in body ? crash() : undefined))
  expect(findings).toEqual([
    {
      wrong: expect.stringMatching(/^returns 500 .* instead of 201 for a body with "mood"$/),
      members: ['mood', 'name'],
    },
  ])
})

test('a crash of every body is told in the smallest', async () => {
  const findings = await run('conformance', crash)
  expect(findings).toEqual([
    { wrong: expect.stringMatching(/^returns 500 .* instead of 201$/), members: ['name'] },
  ])
})

test('a crash that two members make together stays as it was seen', async () => {
  const findings = await run('conformance', (body) =>
    'mood' in body && 'note' in body && 'colour' in body ? crash() : undefined,
  )
  expect(findings.map(({ members }) => members)).toEqual([['colour', 'mood', 'name', 'note', 'place']])
})

test('an accepted body is told with what is wrong and no more', async () => {
  const findings = await run('negative', () => undefined)
  expect(findings.length).toBeGreaterThan(0)
  const [first] = findings
  expect(first?.members.length).toBeLessThanOrEqual(2)
  expect(first?.members).toContain('name')
})

test('an accepted body keeps what is wrong with it where a valid request needs none', async () => {
  const limits = { type: 'object', properties: { least: { type: 'integer' }, most: { type: 'integer' } } }
  const { results } = await runContract({
    document: documentOf([
      {
        operationId: 'countThings',
        method: 'POST',
        path: '/things/count',
        requestBody: { content: { 'application/json': { schema: limits } } },
        responses: { '200': {}, '422': {} },
      },
    ]),
    select: { rules: ['negative'] },
    target: {
      baseUrl: 'http://small.test',
      disposable: true,
      fetch: async () => new Response(null, { status: 200 }),
    },
  })
  const found = results
    .flatMap(({ outcome }) => ('findings' in outcome ? outcome.findings : []))
    .map(({ expected, exchange }) => `${expected}: ${exchange.request.body}`)
  expect(found).toContain('422 for a body whose "most" violates "type": {"most":1.5}')
  expect(found).not.toContainEqual(expect.stringMatching(/breaks .*: \{\}$/))
})
