import { describe, expect, test } from 'vitest'
import { findingsBy, routeOf, runWith } from '../../pet/pet-behaviour.ts'
import type { Fault } from '../../pet/pet-fault.ts'
import { expectFindings } from '../../pet/pet-run.ts'

const READS = ['listPets', 'readPet', 'listToys']

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'head-204': READS.map(
    (operationId) =>
      new RegExp(`^head ${operationId}: status 200 application/json for HEAD, as for GET \\| status 204 `),
  ),
}

describe('head finds', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['head'], expected })
  })
})

const refused = (): Response => new Response(null, { status: 405, headers: { allow: 'GET' } })

test('head finds one read that does not know HEAD where another does', async () => {
  const findings = await findingsBy(
    async (request, send) => (routeOf(request) === 'HEAD /pets' ? refused() : send(request)),
    { rules: ['head'] },
  )
  expect(findings).toEqual(['head listPets: status 200 application/json for HEAD, as for GET | status 405'])
})

test('head is not run where no read knows HEAD', async () => {
  const { results } = await runWith(
    async (request, send) => (request.method === 'HEAD' ? refused() : send(request)),
    { rules: ['head'] },
  )
  expect(new Set(results.map(({ outcome }) => outcome.status))).toEqual(new Set(['not-run']))
})

test('head finds a read that needs Accept, and lets a server choose the type', async () => {
  const withoutAccept = (answer: (method: string) => Response) =>
    findingsBy(
      async (request, send) => {
        const isUntyped = !request.headers.has('accept') && routeOf(request).endsWith(' /pets')
        return isUntyped ? answer(request.method) : send(request)
      },
      { rules: ['head'] },
    )
  const failed = await withoutAccept(
    (method) => new Response(null, { status: method === 'HEAD' ? 406 : 200 }),
  )
  expect(failed).toEqual([
    expect.stringMatching(/^head listPets: status 200 for HEAD, as for GET \| status 406$/),
  ])
  const headers = { 'content-type': 'text/html' }
  expect(await withoutAccept(() => new Response(null, { headers }))).toEqual([])
})

test('head says nothing of what is gone since it was read', async () => {
  const gone = new Set<string>()
  const findings = await findingsBy(
    async (request, send) => {
      const isPet = /\/pets\/[^/]+$/.test(request.url)
      if (isPet && request.method === 'HEAD') gone.add(request.url)
      const answer = await send(request)
      if (!gone.has(request.url)) return answer
      const { body, headers } = Response.json({ detail: 'It is gone.' }, { status: 404 })
      return new Response(request.method === 'HEAD' ? null : body, { status: 404, headers })
    },
    { rules: ['head'] },
  )
  expect(findings).toEqual([])
})

test('head finds a length of nothing', async () => {
  const findings = await findingsBy(
    async (request, send) => {
      const answer = await send(request)
      if (routeOf(request) === 'HEAD /pets')
        return new Response(null, { headers: { 'content-type': 'application/json', 'content-length': '0' } })
      if (routeOf(request) !== 'GET /pets') return answer
      const body = await answer.text()
      const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
      return new Response(body, { status: answer.status, headers })
    },
    { rules: ['head'] },
  )
  expect(findings).toEqual([
    expect.stringMatching(/^head listPets: header "Content-Length" must be \d+ for HEAD, as for GET \| 0$/),
  ])
})

/** A server whose responses to some HEAD requests that it should reject are successes. */
const finding = (isFound: (status: number) => boolean, status = 200) =>
  findingsBy(
    async (request, send) => {
      const answer = await send(request)
      const isWrong = request.method === 'HEAD' && isFound(answer.status)
      return isWrong
        ? new Response(null, { status, headers: { 'content-type': 'application/json' } })
        : answer
    },
    { rules: ['head'] },
  )

test('head finds a missing item that only HEAD finds', async () => {
  const [first, ...others] = await finding((status) => status === 404)
  expect(first).toMatch(/^head readPet: status 404 \S+ for HEAD, as for GET \| status 200 application\/json$/)
  expect(others).toEqual([])
  expect(await finding((status) => status === 404, 500)).toEqual([
    expect.stringMatching(/^head readPet: status 404 .* \| status 500 /),
  ])
})

test('head finds an item that HEAD shows without a credential', async () => {
  expect(await finding((status) => status === 401)).toEqual([
    expect.stringMatching(/^head readPet: status 401 \S+ for HEAD, as for GET \| status 200 /),
  ])
})

test('head accepts another error status', async () => {
  expect(await finding((status) => status === 404, 410)).toEqual([])
})
