import { describe, expect, test } from 'vitest'
import { changed, findingsBy, routeOf, runWith } from '../../pet/pet-behaviour.ts'

import type { Fault } from '../../pet/pet-fault.ts'
import { expectFindings, findingsOf } from '../../pet/pet-run.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'text-is-ascii': [/^round-trip createPet: "name" as sent, in the response: " 🚲ë.* \| " \?.*Zo\? /],
  'long-names-cut': [/^round-trip createPet: "name" as sent, in the response: "w+c.*" \| "[wc]{30}"$/],
  'offset-dropped': [
    /^round-trip createPet: "born_at" as sent, in the response: "2031-03-05T23:30:00-11:00" \| "2031-03-05T23:30:00Z"$/,
  ],
  'patch-not-stored': ['name', 'kind', 'born_at', 'weight', 'good'].map(
    (name) => new RegExp(`^round-trip updatePet: "${name}" as sent, when read again: `),
  ),
}

describe('round-trip finds', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['round-trip'], expected })
  })
})

test('round-trip finds a replacement that cuts a text', async () => {
  const findings = await findingsBy(
    async (request, send) => {
      const answer = await send(request)
      return routeOf(request) === 'PUT /pets/{}' && answer.ok
        ? changed(answer, (pet) => ({ ...pet, name: String(pet['name']).slice(0, 30) }))
        : answer
    },
    { rules: ['round-trip'] },
  )
  expect(findings).toEqual([
    expect.stringMatching(/^round-trip replacePet: "name" as sent, in the response: "w+c.*" \| "[wc]{30}"$/),
  ])
})

test('a crash is told with the one member that it takes, and the title has no value', async () => {
  const report = await runWith(
    async (request, send) =>
      (await request.clone().text()).includes('🚲') ? Response.json({}, { status: 500 }) : send(request),
    { rules: ['round-trip'] },
  )
  expect(findingsOf(report).map(({ wrong, exchange }) => [wrong, exchange.request.body])).toEqual(
    ['name', 'name', 'name', 'label'].map((name) => [
      `crashes with 500 for edge-case values of "${name}"`,
      expect.stringContaining('🚲'),
    ]),
  )
})

test('round-trip finds a database that knows no offset of 16 hours', async () => {
  const findings = await findingsBy(
    async (request, send) => {
      const isFar = /[+-](1[6-9]|2\d):\d\d"/.test(await request.clone().text())
      return isFar ? Response.json({ detail: 'No.' }, { status: 500 }) : send(request)
    },
    { rules: ['round-trip'] },
  )
  expect(findings).toEqual(
    ['createPet', 'updatePet', 'replacePet'].map((operation) =>
      expect.stringMatching(
        new RegExp(
          `^round-trip ${operation}: the server to store or reject "2031-03-06T12:34:56\\+23:59" for "born_at" \\| status 500$`,
        ),
      ),
    ),
  )
})

const refusing = (isRefused: (pet: { readonly [name: string]: unknown }) => boolean, detail: string) =>
  findingsBy(
    async (request, send) => {
      const text = await request.clone().text()
      const isWrite = ['POST /pets', 'PATCH /pets/{}'].includes(routeOf(request))
      return isWrite && text.startsWith('{') && isRefused(JSON.parse(text))
        ? Response.json({ detail }, { status: 400 })
        : send(request)
    },
    { rules: ['round-trip'] },
  )

test('round-trip finds the longest text and the greatest number refused', async () => {
  const longest = await refusing(({ name }) => typeof name === 'string' && name.length === 40, 'No.')
  expect(longest).toEqual(
    ['createPet', 'updatePet'].map((operation) =>
      expect.stringMatching(
        new RegExp(
          `^round-trip ${operation}: "name" to accept "w+c.*", which "maxLength" allows \\| status 400`,
        ),
      ),
    ),
  )
  const greatest = await refusing(({ weight }) => weight === 90, 'The weight is wrong.')
  expect(greatest).toEqual(
    ['createPet', 'updatePet'].map((operation) =>
      expect.stringMatching(
        new RegExp(`^round-trip ${operation}: "weight" to accept 90, which "maximum" allows \\| status 400`),
      ),
    ),
  )
})

test('round-trip says nothing of an edge that is taken already, or of a member that is refused whatever it is', async () => {
  expect(await refusing(({ name }) => String(name).length === 40, 'The name is taken.')).toEqual([])
  expect(await refusing(({ name }) => /^[w🚲]/u.test(String(name)), 'Odd.')).not.toEqual([])
})

test('a property that a later update empties need not keep its earlier value', async () => {
  const title = { type: 'string', minLength: 1, maxLength: 30 }
  const sent = { title, labels: { type: ['object', 'null'], minProperties: 1, additionalProperties: title } }
  const schema = { type: 'object', properties: sent }
  const requestBody = { content: { 'application/json': { schema, example: { title: 'Harvest' } } } }
  const note = { type: 'object', properties: { id: { type: 'string', readOnly: true }, ...sent } }
  const document = await described({
    '/notes': { post: { operationId: 'write', requestBody, responses: answers(note, { status: 201 }) } },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', responses: answers(note) },
      patch: { operationId: 'change', requestBody, responses: answers(note) },
    },
  })
  const kept = new Map<string, object>()
  const lines = await outcomes(document, {
    rules: ['round-trip'],
    answer({ method, url }, text) {
      const [, , id = `n${kept.size}`] = new URL(url).pathname.split('/')
      const known = method === 'POST' ? { id, labels: { of: 'the server' } } : kept.get(id)
      if (known === undefined) return Response.json({}, { status: 404 })
      kept.set(id, { ...known, ...(method !== 'GET' && JSON.parse(text)) })
      return Response.json(kept.get(id), { status: method === 'POST' ? 201 : 200 })
    },
  })
  expect(lines).toContain('round-trip change: passed')
})
