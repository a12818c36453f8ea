import {
  type Finding,
  runContract,
  type Target,
  TargetError,
  targetFromEnvironment,
} from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { PET_KEY } from '../../pet/pet-caller.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { PetService } from '../../pet/pet-service.ts'

const run = (target: Target) => runContract({ document: petDocument, target })
const answering = (answer: () => Response | Promise<Response>): Target => ({
  baseUrl: 'http://pets.test',
  credentials: { PetKey: PET_KEY },
  fetch: async () => answer(),
})

describe('a target that cannot be tested ends the run with one message', () => {
  test('when nothing listens', async () => {
    const failure = run({ baseUrl: 'http://127.0.0.1:9' })
    await expect(failure).rejects.toThrow(TargetError)
    await expect(failure).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:9 does not respond: nothing is listening there .+ \((GET|POST) http:\/\/127\.0\.0\.1:9\/pets\)\. Fix: start the server/,
    )
  })

  test('when it answers HTML', async () => {
    const html = answering(
      () => new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    )
    await expect(run(html)).rejects.toThrow(
      /responds with an HTML page, which no operation of "Pets" documents/,
    )
  })

  test('when it redirects', async () => {
    const moved = answering(
      () => new Response(null, { status: 301, headers: { location: 'https://pets.test/' } }),
    )
    await expect(run(moved)).rejects.toThrow(/redirects to https:\/\/pets\.test\//)
  })

  test('when it refuses the credential', async () => {
    await expect(run(answering(() => Response.json({}, { status: 401 })))).rejects.toThrow(
      /returns 401 although a credential is configured/,
    )
  })

  test('when it wants a credential and none is configured', async () => {
    const { credentials: _, ...anonymous } = new PetService().target()
    await expect(run(anonymous)).rejects.toThrow(
      /requires a credential, but none is configured.*"PetKey".*CONCORDAT_KEY/,
    )
  })

  test('when the base URL is none', async () => {
    await expect(run({ baseUrl: 'pets' })).rejects.toThrow('"pets" is not a URL')
  })
})

test('a connection that breaks once is a finding of the check that met it', async () => {
  const service = new PetService()
  let count = 0
  const report = await run({
    ...service.target(),
    fetch: (request) =>
      ++count === 20
        ? Promise.reject(new TypeError('fetch failed', { cause: new Error('socket hang up') }))
        : service.answer(request),
  })
  const failed = report.results.flatMap(({ outcome }) =>
    outcome.status === 'failed' ? outcome.findings : [],
  )
  expect(failed.map(({ expected, received }) => [expected, received])).toEqual([
    ['a response', 'no response: socket hang up'],
  ])
})

test('what gets no answer is named, also where it only prepares what a rule is about', async () => {
  const service = new PetService()
  let creations = 0
  const { results } = await runContract({
    document: petDocument,
    select: { operations: ['readPet', 'deletePet'], rules: ['conformance', 'lifecycle'] },
    target: {
      ...service.target(),
      fetch: (request) =>
        request.method === 'POST' && ++creations > 1
          ? Promise.reject(new TypeError('fetch failed', { cause: new Error('socket hang up') }))
          : service.answer(request),
    },
  })
  const findings = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  expect(findings.length).toBeGreaterThan(0)
  for (const { rule, operationId, clause, received } of findings)
    expect([rule, operationId, clause, received]).toEqual([
      'conformance/answered',
      'createPet',
      '#/paths/~1pets/post',
      'no response: socket hang up',
    ])
})

test.each([
  ['with Retry-After', { detail: 'Slow down.' }, { 'retry-after': '0' }],
  ['with a date in Retry-After', {}, { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }],
  ['whose content tells when to ask again', { error: 'Too many requests', retry_after: 0 }, {}],
])('a 429 %s is waited for', async (_, content, headers) => {
  const service = new PetService()
  let isFirst = true
  const report = await run({
    ...service.target(),
    fetch: async (request) => {
      if (!isFirst) return service.answer(request)
      isFirst = false
      return Response.json(content, { status: 429, headers })
    },
  })
  expect(report.results.every(({ outcome }) => outcome.status === 'passed')).toBe(true)
  expect(report.requests).toBe(service.log.length + 1)
})

test('secrets are hidden in every record, also where the server repeats them', async () => {
  const service = new PetService('read-crashes')
  const target = service.target()
  const report = await run({
    ...target,
    headers: { 'X-Gateway-Token': 'gate-4711-secret', 'X-Trace': 'on' },
    fetch: async (request) => {
      const answer = await service.answer(request)
      return answer.status === 500 ? Response.json({ detail: `key ${PET_KEY}` }, { status: 500 }) : answer
    },
  })
  const [finding] = report.results.flatMap(({ outcome }): readonly Finding[] =>
    outcome.status === 'failed' ? outcome.findings : [],
  )
  expect(JSON.stringify(report)).not.toContain(PET_KEY)
  expect(JSON.stringify(report)).not.toContain('gate-4711-secret')
  expect(finding?.received).toBe('status 500 {"detail":"key $CONCORDAT_KEY"}')
  expect(finding?.curl).toMatch(
    /^curl -i 'http:\/\/pets\.test\/api\/pets\/\S+' .*-H 'authorization: Bearer '"\$CONCORDAT_KEY"/,
  )
  expect(finding?.curl).toContain("-H 'x-trace: on'")
})

describe('targetFromEnvironment', () => {
  test('is undefined without a base URL', () => {
    expect(targetFromEnvironment(petDocument, { CONCORDAT_KEY: 'x' })).toBeUndefined()
  })

  test('reads the key of the main scheme, credentials by scheme and path parameters', () => {
    const document = {
      ...petDocument,
      securitySchemes: {
        Login: { type: 'http', scheme: 'basic' },
        'Pet-Key': { type: 'apiKey', in: 'header', name: 'X-Key' },
      },
    } as const
    const environment = {
      CONCORDAT_BASE_URL: 'http://pets.test',
      CONCORDAT_KEY: 'k',
      CONCORDAT_CREDENTIAL_LOGIN: 'me:secret',
      CONCORDAT_PATH_PROJECT_ID: '7',
    }
    expect(targetFromEnvironment(document, environment)).toEqual({
      baseUrl: 'http://pets.test',
      credentials: { 'Pet-Key': 'k', Login: 'me:secret' },
      pathParameters: { PROJECT_ID: '7' },
    })
  })
})

test.each([503, 529])(
  'a %i that passes is waited for; one that lasts is found, without waiting for it each time',
  async (status) => {
    const service = new PetService()
    const { fetch: answer, ...rest } = service.target()
    let passing = 2
    let lasting = 0
    const fetch = async (request: Request): Promise<Response> => {
      const isList = new URL(request.url).pathname.endsWith('/pets') && request.method === 'GET'
      if (isList && ++lasting > 0) return Response.json({ detail: 'Not now.' }, { status })
      if (passing-- > 0) return Response.json({ detail: 'Not now.' }, { status })
      return (await answer?.(request)) ?? Response.error()
    }
    const { results } = await runContract({
      document: petDocument,
      target: { ...rest, fetch },
      select: { rules: ['conformance', 'methods'], operations: ['listPets', 'readPet', 'createPet'] },
    })
    const outcomes = Object.fromEntries(
      results.map(({ rule, operationId, outcome }) => [`${rule} ${operationId}`, outcome.status]),
    )
    expect(outcomes).toMatchObject({
      'conformance createPet': 'passed',
      'conformance readPet': 'passed',
      'conformance listPets': 'failed',
    })
    expect(lasting).toBeLessThan(10)
  },
)
