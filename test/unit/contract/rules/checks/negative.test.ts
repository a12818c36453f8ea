import { runContract } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { groupFindings } from '../../../../../runtime/contract/report/group-findings.ts'
import {
  chooseNegativeCases,
  type NegativeCase,
} from '../../../../../runtime/contract/rules/wrong-requests/case.ts'
import { randomFrom } from '../../../../../runtime/contract/world/values/random.ts'
import { again, findingsBy, routeOf } from '../../pet/pet-behaviour.ts'
import { petDocument } from '../../pet/pet-document.ts'
import type { Fault } from '../../pet/pet-fault.ts'
import { expectFindings, findingsWith } from '../../pet/pet-run.ts'
import { PetService } from '../../pet/pet-service.ts'
import { answers, described } from '../../support/described.ts'
import { documentOf, outcomes } from '../../support/small-service.ts'

const bothLists = (text: string): RegExp[] =>
  ['listPets', 'listToys'].map((operationId) => new RegExp(`^negative ${operationId}: 400 for ${text}`))
const petWrites = (text: string): RegExp[] =>
  ['createPet', 'updatePet', 'replacePet'].map(
    (operationId) => new RegExp(`^negative ${operationId}: ${text}`),
  )
const writes = (text: string): RegExp[] => [...petWrites(text), new RegExp(`^negative createToy: ${text}`)]

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'max-length-ignored': [
    ...petWrites('400 or 415 for a body whose "name" violates "maxLength" \\| status 20[01]'),
    /^negative createToy: 400 or 415 for a body whose "label" violates "maxLength" \| status 201/,
  ],
  'kind-unchecked': [
    /^negative listPets: 400 for the value "not-one-of-these" of the query parameter "kind", which violates "enum" \| status 200/,
  ],
  'media-type-ignored': writes(
    '400 or 415 for a body with the media type application/x-concordat \\| status 20[01]',
  ),
  'limit-unchecked': bothLists(
    'the value "0" of the query parameter "limit", which violates "minimum" \\| status 200',
  ),
  'malformed-json-crashes': writes('400 or 415 for a body that is not JSON \\| status 500'),
  'refused-yet-created': [/^negative createPet: no new item in GET \/pets \| {"id":/],
  'refused-yet-changed': ['updatePet', 'replacePet'].map(
    (operationId) =>
      new RegExp(`^negative ${operationId}: the item unchanged: {"weight":\\d+} \\| {"weight":77}$`),
  ),
}

describe('negative finds', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['negative'], expected })
  })

  test('refusals of an undocumented status, once an operation with the number of cases', async () => {
    const findings = await findingsWith('refusal-418', ['negative'])
    expect(findings).toHaveLength(6)
    expect(findings.filter((finding) => !/ \| status 418 .*, and \d+ more like it$/.test(finding))).toEqual(
      [],
    )
  })

  test('refusals without their schema, once an operation', async () => {
    const findings = await findingsWith('refusal-without-detail', ['negative'])
    expect(findings).toHaveLength(6)
    expect(findings.filter((finding) => !/detail/.test(finding))).toEqual([])
  })
})

/** Returns the bodies sent to updatePet, and their number among all cases. */
async function updatesOf({ seed = 'concordat', budget }: { seed?: string; budget: number }) {
  const service = new PetService()
  const report = await runContract({
    document: petDocument,
    target: service.target(),
    seed,
    budget,
    select: { rules: ['negative'], operations: ['updatePet'] },
  })
  const bodies = service.log.flatMap((line) => /^PATCH \S+(?: (.*))?$/.exec(line)?.slice(1) ?? [])
  const outcome = report.results[0]?.outcome
  return { bodies, cases: outcome?.status === 'passed' ? outcome.cases : undefined }
}

describe('negative', () => {
  test('breaks each constraint of a body once when the budget is endless', async () => {
    const { bodies, cases } = await updatesOf({ budget: Number.POSITIVE_INFINITY })
    expect(
      bodies.filter((body) => /^{"(name|kind|tag|born_at|weight|good)":[^,]*}$/.test(body)),
    ).toHaveLength(20)
    expect(bodies.filter((body) => /^{"weight":(0|91|1.5|null|"not-a-integer")}$/.test(body))).toHaveLength(5)
    expect(cases).toEqual({ sent: bodies.length, of: bodies.length })
  })

  test('else says how many it sent, others for another seed', async () => {
    const [whole, first, again, other] = await Promise.all([
      updatesOf({ budget: Number.POSITIVE_INFINITY }),
      updatesOf({ budget: 38 }),
      updatesOf({ budget: 38 }),
      updatesOf({ budget: 38, seed: 'other' }),
    ])
    // The last body combines faults that are not sent alone.
    expect(first.cases).toEqual({ sent: first.bodies.length - 1, of: whole.bodies.length })
    expect(first.bodies.length).toBe(13)
    expect(again.bodies).toEqual(first.bodies)
    const faults = ({ bodies }: typeof first) => bodies.map((body) => body?.replaceAll(/c\w+-\d+/g, 'name'))
    expect(new Set(faults(other))).not.toEqual(new Set(faults(first)))
  })
})

describe('a choice of cases', () => {
  const cases = ['type', 'null', 'format', 'enum'].flatMap((kind) =>
    ['name', 'kind', 'tag', 'weight', 'born_at'].map((member) => ({ kind, member }) as NegativeCase),
  )

  test.each(['a', 'b', 'c', 'd'])('has every kind and every member, seed "%s"', (seed) => {
    const chosen = chooseNegativeCases(cases, 5, randomFrom(seed))
    expect(new Set(chosen.map(({ kind }) => kind)).size).toBe(4)
    expect(new Set(chosen.map(({ member }) => member)).size).toBe(5)
  })

  test.each(['a', 'b', 'c', 'd'])('begins with one beside valid members, seed "%s"', (seed) => {
    const [like] = cases
    const beside = { ...like, kind: 'beside', isBesideValid: true } as NegativeCase
    expect(chooseNegativeCases([...cases, beside], 1, randomFrom(seed))).toEqual([beside])
  })

  test('grows with the number, and ends with the cases', () => {
    const whole = chooseNegativeCases(cases, 100, randomFrom('a'))
    expect(new Set(whole)).toEqual(new Set(cases))
    expect(chooseNegativeCases(cases, 7, randomFrom('a'))).toEqual(whole.slice(0, 7))
    expect(chooseNegativeCases(cases, 0, randomFrom('a'))).toEqual([])
  })
})

test('negative finds a refused creation that creates something else', async () => {
  const findings = await findingsBy(
    async (request, send) => {
      const answer = await send(request)
      if (routeOf(request) === 'POST /pets' && answer.status === 400)
        await send(again(request, { method: 'POST', path: '/pets', body: { name: 'Stray', kind: 'cat' } }))
      return answer
    },
    { rules: ['negative'] },
  )
  expect(findings).toEqual([expect.stringMatching(/^negative createPet: no new item in GET \/pets \| {"id"/)])
})

test('negative finds a refused change of which the valid members are stored', async () => {
  const findings = await findingsBy(
    async (request, send) => {
      const answer = await send(request.clone())
      if (routeOf(request) !== 'PATCH /pets/{}' || answer.status !== 400) return answer
      const body = await request.json().catch(() => ({}))
      const { url, headers } = request
      for (const [name, value] of Object.entries(body ?? {}))
        await send(new Request(url, { method: 'PATCH', headers, body: JSON.stringify({ [name]: value }) }))
      return answer
    },
    { rules: ['negative'] },
  )
  expect(findings).toEqual([
    expect.stringMatching(/^negative updatePet: the item unchanged: \{.*"weight":\d+/),
  ])
})

test('a body that is not parsed is one finding, whatever is sent instead of JSON', async () => {
  const schema = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } as const
  const report = await runContract({
    document: documentOf([
      {
        ...{ operationId: 'log', method: 'POST', path: '/log', responses: { 200: {}, 400: {} } },
        requestBody: { required: true, content: { 'application/json': { schema } } },
      },
    ]),
    select: { rules: ['negative'] },
    target: {
      baseUrl: 'http://small.test',
      disposable: true,
      fetch: async (request) => {
        const text = await request.text()
        const isTyped = request.headers.get('content-type') === 'application/json'
        const isJson = isTyped && !text.endsWith(': ')
        const isValid = !isJson || typeof Object(JSON.parse(text)).text === 'string'
        return new Response(null, { status: text !== '' && isValid ? 200 : 400 })
      },
    },
  })
  const found = report.results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  expect(found.length).toBeGreaterThan(1)
  expect(groupFindings(found)).toHaveLength(1)
})

test('a valid request that shows what a 403 is about may change the item', async () => {
  const weight = { type: 'integer', minimum: 1 }
  const member = {
    type: 'object',
    required: ['id', 'weight'],
    properties: { id: { type: 'integer' }, weight },
  }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  const document = await described({
    '/crew': { get: { operationId: 'list', responses: answers({ type: 'array', items: member }) } },
    '/crew/{id}': {
      get: { operationId: 'read', parameters: [id], responses: answers(member) },
      patch: {
        operationId: 'change',
        parameters: [id],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { type: 'object', required: ['weight'], properties: { weight } } },
          },
        },
        responses: { ...answers(member), '403': { description: 'Only for the captain.' } },
      },
    },
  })
  const only = { id: 1, weight: 5 }
  const found = await outcomes(document, {
    rules: ['negative'],
    changeExisting: true,
    answer: ({ method, url, headers }, text) => {
      if (url.endsWith('/crew')) return Response.json([only])
      if (!url.endsWith('/crew/1')) return new Response(null, { status: 403 })
      const isJson = headers.get('content-type') === 'application/json'
      const wanted: unknown =
        method === 'PATCH' && isJson && !text.endsWith(': ') && text !== '' && JSON.parse(text)
      const sent: unknown = Object(wanted).weight
      if (method === 'GET') return Response.json(only)
      if (typeof sent !== 'number' || !Number.isSafeInteger(sent) || sent < 1)
        return new Response(null, { status: 403 })
      only.weight = sent
      return Response.json(only)
    },
  })
  expect(found.join()).toContain('negative change: passed')
})

describe('more wrong values than the budget allows to send alone', () => {
  const members = ['name', 'room'] as const
  const text = { type: 'string', minLength: 2, maxLength: 20 }
  const desk = { type: 'object', properties: { name: text, floor: { type: 'integer' }, room: text } }
  const shown = {
    ...desk,
    required: ['id'],
    properties: { ...desk.properties, id: { type: 'string', readOnly: true } },
  }
  const body = { required: true, content: { 'application/json': { schema: desk } } }
  const refused = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

  async function findings({
    unchecked,
    isFirstOnly = false,
    seed = 'b',
  }: {
    unchecked?: string
    isFirstOnly?: boolean
    seed?: string
  }) {
    const document = await described({
      '/desks': {
        get: { operationId: 'list', responses: answers({ type: 'array', items: shown }) },
        post: {
          operationId: 'add',
          requestBody: body,
          responses: { ...answers(shown, { status: 201 }), ...refused },
        },
      },
      '/desks/{id}': {
        parameters: [id],
        get: { operationId: 'read', responses: { ...answers(shown), ...refused } },
        patch: { operationId: 'change', requestBody: body, responses: { ...answers(shown), ...refused } },
        delete: { operationId: 'drop', responses: { 204: { description: 'Gone.' }, ...refused } },
      },
    })
    const desks = new Map<string, object>()
    const isRight = (name: string, value: unknown): boolean =>
      name === 'floor'
        ? Number.isInteger(value)
        : typeof value === 'string' && value.length <= 20 && (value.length >= 2 || name === unchecked)
    const write = (name: string, sent: Record<string, unknown>, status: number): Response => {
      const wrong = Object.keys(sent).filter((own) => !isRight(own, sent[own]))
      const errors = wrong
        .slice(0, isFirstOnly ? 1 : 3)
        .map((own) => ({ pointer: `/${own}`, detail: 'It is wrong.' }))
      if (errors.length > 0) return Response.json({ title: 'Wrong.', errors }, { status: 400 })
      desks.set(name, { ...desks.get(name), ...sent, id: name })
      return Response.json(desks.get(name), { status })
    }
    const answer = async (request: Request): Promise<Response> => {
      const [, , name = ''] = new URL(request.url).pathname.split('/')
      if (name !== '' && !desks.has(name)) return Response.json({ title: 'None.' }, { status: 404 })
      if (request.method === 'DELETE') desks.delete(name)
      if (request.method === 'DELETE') return new Response(null, { status: 204 })
      if (request.method === 'GET') return Response.json(name === '' ? [...desks.values()] : desks.get(name))
      const sent = await request.json().catch(() => undefined)
      const isJson = request.headers.get('content-type') === 'application/json'
      if (!isJson || sent === null || typeof sent !== 'object' || Array.isArray(sent))
        return Response.json({ title: 'No object.' }, { status: 400 })
      return write(name || `d${desks.size + 1}-${request.url.length}`, sent, name === '' ? 201 : 200)
    }
    const { results } = await runContract({
      ...{ document, seed, budget: 38 },
      target: { baseUrl: 'http://desks.test', disposable: true, fetch: answer },
      select: { rules: ['negative'] },
    })
    return results.flatMap(({ operationId, outcome }) =>
      outcome.status === 'failed' ? outcome.findings.map(({ expected }) => `${operationId} ${expected}`) : [],
    )
  }

  test.each(members)('are sent together, and "%s" alone if no response names it', async (unchecked) => {
    for (const seed of ['a', 'b', 'c'])
      expect(await findings({ unchecked, seed })).toContainEqual(
        expect.stringContaining(`change 400 for a body whose "${unchecked}" violates "minLength"`),
      )
  })

  test('are no finding if the server names them all, or only the first', async () => {
    expect(await findings({})).toEqual([])
    expect(await findings({ isFirstOnly: true })).toEqual([])
  })
})
