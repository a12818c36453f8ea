import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { groupFindings } from '../../../../../runtime/contract/report/group-findings.ts'
import { nearCredentials } from '../../../../../runtime/contract/rules/checks/authentication/near-credentials.ts'
import { findingsBy, runWith } from '../../pet/pet-behaviour.ts'
import { PET_KEY } from '../../pet/pet-caller.ts'
import { findingsOf } from '../../pet/pet-run.ts'
import { answers, described } from '../../support/described.ts'

const API_KEY = { type: 'apiKey', in: 'header', name: 'X-Key' } as const
const textsOf = (credential: string, scheme: Parameters<typeof nearCredentials>[0] = API_KEY) =>
  nearCredentials(scheme, credential).map(({ text }) => text)

test.each([
  ['letters and digits', 'sk_Ab12cd', ['sk_Ab12cdx', 'sk_Ab12c', 'sk_Ab12cb', 'SK_aB12CD']],
  ['hexadecimal digits, which have no case', 'c0ffee-0042', ['c0ffee-0042x', 'c0ffee-004', 'c0ffee-0047']],
  // Only the highest bits of the last character count in such a signature.
  ['a signature in base64', 'aa.bb.ccA', ['aa.bb.ccAx', 'aa.bb.cc', 'aa.bb.ccg', 'AA.BB.CCa']],
])('what is near to %s', (_, credential, expected) => {
  expect(textsOf(credential)).toEqual(expected)
})

test('nothing is near to a password, whose account may be locked, nor to a text that may be a name', () => {
  expect(textsOf('ada:secret', { type: 'http', scheme: 'basic' })).toEqual([])
  expect(textsOf('ada')).toEqual([])
})

/** Accepts a key if `isTaken` returns true. */
const taking = (isTaken: (sent: string) => boolean) =>
  findingsBy(
    (request, send) => {
      const sent = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
      const taken = new Request(request)
      if (request.method === 'GET' && isTaken(sent)) taken.headers.set('authorization', `Bearer ${PET_KEY}`)
      return send(taken)
    },
    { rules: ['authentication'] },
  )

test.each([
  ['one character added to the credential', (sent: string) => sent.startsWith(PET_KEY)],
  [
    'the last character of the credential removed',
    (sent: string) => sent.length > 8 && PET_KEY.startsWith(sent),
  ],
  [
    'the last character of the credential changed',
    (sent: string) => sent.length === PET_KEY.length && sent.slice(0, -1) === PET_KEY.slice(0, -1),
  ],
  [
    'the letter case of the credential swapped',
    (sent: string) => sent.toLowerCase() === PET_KEY.toLowerCase(),
  ],
])('a server that does not mind %s is found out', async (what, isTaken) => {
  const findings = await taking(isTaken)
  expect(findings).toHaveLength(3)
  for (const finding of findings)
    expect(finding).toMatch(new RegExp(`^authentication \\w+: status 401 with ${what} \\| status 200`))
})

test('no record shows most of a key', async () => {
  const nearly = `Bearer ${PET_KEY.slice(0, 8)}`
  const report = await runWith(
    (request, send) => {
      const taken = new Request(request)
      if (request.headers.get('authorization')?.startsWith(nearly) === true)
        taken.headers.set('authorization', `Bearer ${PET_KEY}`)
      return send(taken)
    },
    { rules: ['authentication'] },
  )
  expect(findingsOf(report).length).toBeGreaterThan(0)
  expect(JSON.stringify(report)).not.toContain(PET_KEY.slice(0, -1))
})

test('what a server answers to an unknown credential is one thing, whether or not an operation documents 401', async () => {
  const read = (operationId: string, refusals: object) => ({
    get: { operationId, responses: { ...answers({ type: 'object' }), ...refusals } },
  })
  const document = await described(
    { '/pets': read('pets', { 401: { description: 'Not known' } }), '/toys': read('toys', {}) },
    {
      security: [{ token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
  )
  const { results } = await runContract({
    document,
    select: { rules: ['authentication'] },
    target: {
      baseUrl: 'http://small.test',
      credentials: { token: PET_KEY },
      fetch: async ({ headers }) => {
        const sent = headers.get('authorization')
        if (sent === `Bearer ${PET_KEY}`) return Response.json({})
        if (sent?.startsWith('Bearer ')) return Response.json({ cannotRead: sent.length }, { status: 422 })
        return Response.json({}, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
      },
    },
  })
  const findings = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  expect(findings.map(({ operationId }) => operationId)).toEqual(['pets', 'toys'])
  expect(groupFindings(findings)).toHaveLength(1)
})

const KEY = { type: 'apiKey', in: 'header', name: 'X-Key' }
const BEARER = { type: 'http', scheme: 'bearer' }
const BASIC = { type: 'http', scheme: 'basic' }

/** Returns the findings about a server that accepts requests according to `isLetIn`. */
async function foundOf(
  security: readonly object[],
  isLetIn: (headers: Headers) => boolean,
): Promise<readonly string[]> {
  const get = { operationId: 'pets', security, responses: answers({ type: 'object' }) }
  const document = await described(
    { '/pets': { get } },
    { components: { securitySchemes: { key: KEY, token: BEARER, user: BASIC } } },
  )
  const { results } = await runContract({
    ...{ document, select: { rules: ['authentication'] } },
    target: {
      baseUrl: 'http://pets.test',
      credentials: { key: 'key-of-ada', token: 'token-of-ada', user: 'ada:secret' },
      fetch: async ({ headers }) =>
        isLetIn(headers)
          ? Response.json({})
          : new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
    },
  })
  return results.flatMap(({ outcome }) =>
    outcome.status === 'failed' ? outcome.findings.map(({ expected }) => expected) : [],
  )
}

const isBearer = (headers: Headers) => headers.get('authorization') === 'Bearer token-of-ada'
const isUser = (headers: Headers) => headers.get('authorization') === `Basic ${btoa('ada:secret')}`

test('a key beside a credential that is enough by itself need not be right', async () => {
  expect(await foundOf([{ key: [], token: [] }, { token: [] }], isBearer)).toEqual([])
})

test('a credential whose place in the header another one takes is not sent, right or wrong', async () => {
  expect(await foundOf([{ token: [], user: [] }], isUser)).toEqual([])
})

test.each([
  ['the first', { key: [], token: [] }, (headers: Headers) => isBearer(headers) && headers.has('x-key')],
  [
    'the first that is sent',
    { user: [], token: [] },
    (headers: Headers) => headers.get('authorization')?.startsWith('Bearer token-of-ada') === true,
  ],
])('%s of several credentials that are needed together is still tried', async (_, requirement, isLetIn) => {
  expect(await foundOf([requirement], isLetIn)).toContainEqual(
    expect.stringContaining('with one character added to the credential'),
  )
})

test('an empty token gives no access', async () => {
  const isEmptyToo = (headers: Headers) => isBearer(headers) || headers.get('authorization') === 'Bearer'
  expect(await foundOf([{ token: [] }], isEmptyToo)).toEqual([
    expect.stringMatching(/^(?:status 401|401 \(or 403, 404\)|a 4xx).* with an empty token$/),
  ])
})
