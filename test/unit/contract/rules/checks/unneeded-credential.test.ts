import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

/** Findings about a public list and a closed item, by what a server answers to a credential at these. */
async function found(rule: string, answer: (path: string, key: string | null) => number): Promise<string[]> {
  const item = { type: 'object', properties: { id: { type: 'string' } } }
  const closed = { 401: { description: 'Not known.' }, 404: { description: 'None.' } }
  const document = await described(
    {
      '/zones': {
        get: { operationId: 'zones', security: [], responses: answers({ type: 'array', items: item }) },
      },
      '/login': {
        get: { operationId: 'login', security: [], responses: { 307: { description: 'Redirects.' } } },
      },
      '/zones/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'zone', responses: { ...answers(item), ...closed } },
      },
    },
    {
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    },
  )
  const { results } = await runContract({
    document,
    select: { rules: [rule] },
    target: {
      baseUrl: 'http://zones.test',
      credentials: { key: 'key-of-ada' },
      fetch: async ({ url, headers }) => {
        const { pathname } = new URL(url)
        const body = pathname === '/zones' ? [{ id: 'north' }] : { id: 'north' }
        return Response.json(body, { status: answer(pathname, headers.get('x-key')) })
      },
    },
  })
  return results.flatMap(({ operationId, outcome }) =>
    outcome.status === 'failed'
      ? outcome.findings.map(({ expected, received }) => `${operationId}: ${expected} | ${received}`)
      : [],
  )
}

const isKnown = (key: string | null) => key === 'key-of-ada'
const correct = (path: string, key: string | null): number => {
  if (path === '/zones') return 200
  if (path === '/login') return 307
  if (!isKnown(key)) return 401
  return path === '/zones/north' ? 200 : 404
}

test('a public list and login with a credential, and unknown items without a known one, break nothing', async () => {
  expect(await found('conformance/unneeded-credential', correct)).toEqual([])
  expect(await found('authentication', correct)).toEqual([])
})

test('a public list that fails if a credential is sent is told', async () => {
  const crashing = (path: string, key: string | null) =>
    path === '/zones' && key !== null ? 500 : correct(path, key)
  expect(await found('conformance/unneeded-credential', crashing)).toEqual([
    expect.stringMatching(/^zones: success with a credential, as without one \| status 500/),
  ])
})

test('a server that looks for the item before it knows the caller, and fails, is told', async () => {
  const early = (path: string, key: string | null) =>
    path !== '/zones' && path !== '/zones/north' && key !== null && !isKnown(key) ? 500 : correct(path, key)
  expect(await found('authentication/before-lookup', early)).toEqual([
    expect.stringMatching(
      /^zone: status 401 .* with an unknown credential, for an unknown item \| status 500/,
    ),
  ])
})
