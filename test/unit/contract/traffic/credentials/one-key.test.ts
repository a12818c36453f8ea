import { credentialCosts, targetFromEnvironment } from '@concordat/contract'
import { schemesOfKey } from '@concordat/contract/access'
import type { DocumentDescriptor, SecurityRequirement } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { credentialTableBeforeRun } from '../../../../../generator/commands/verify/credential-table.ts'
import { documentOf, outcomes } from '../../support/small-service.ts'

const bearer = { type: 'http', scheme: 'bearer' } as const
const oauth = { type: 'oauth2' } as const
const basic = { type: 'http', scheme: 'basic' } as const
const header = { type: 'apiKey', in: 'header', name: 'X-Key' } as const
const authorization = { type: 'apiKey', in: 'header', name: 'Authorization' } as const

/** Returns a document with one GET per security requirement. */
function secured(
  securitySchemes: DocumentDescriptor['securitySchemes'],
  ...requirements: readonly (SecurityRequirement | undefined)[]
): DocumentDescriptor {
  const operations = requirements.map((requirement, index) => ({
    operationId: `read${index}`,
    method: 'GET',
    path: `/things${index}`,
    responses: { '200': {}, '401': {} },
    ...(requirement !== undefined && { security: [requirement] }),
  }))
  return documentOf(operations, { securitySchemes })
}

describe('one key serves', () => {
  test('every scheme that sends a bearer token, and no other', () => {
    const document = secured({ header, bearer, oauth, authorization }, { bearer: [] }, { oauth: [] })
    expect(schemesOfKey(document, 'k')).toEqual(['bearer', 'oauth'])
  })

  test('an API key in Authorization with the tokens, where nothing else takes one', () => {
    expect(schemesOfKey(secured({ authorization }, { authorization: [] }))).toEqual(['authorization'])
  })

  test('of several schemes those that open most', () => {
    const document = secured({ bearer, header }, { bearer: [] }, { header: [] }, { header: [] })
    expect(schemesOfKey(document, 'k')).toEqual(['header'])
  })

  test('of alternatives a token first, then a header, and a cookie last', () => {
    const cookie = { type: 'apiKey', in: 'cookie', name: 'sid' } as const
    const [operation] = secured({}, { cookie: [] }).operations
    const security = [{ cookie: [] }, { header: [] }, { bearer: [] }]
    const documentWith = (securitySchemes: DocumentDescriptor['securitySchemes']): DocumentDescriptor =>
      documentOf(operation === undefined ? [] : [{ ...operation, security }], { securitySchemes })
    expect(schemesOfKey(documentWith({ cookie, header, bearer }), 'k')).toEqual(['bearer'])
    expect(schemesOfKey(documentWith({ cookie, header }), 'k')).toEqual(['header'])
  })

  test('basic only where there is no other, or where it has a user', () => {
    const document = secured({ basic, header }, { basic: [] }, { basic: [] }, { header: [] })
    expect(schemesOfKey(document, 'k')).toEqual(['header'])
    expect(schemesOfKey(document, 'me:secret')).toEqual(['basic'])
    expect(schemesOfKey(secured({ basic }, { basic: [] }), 'k')).toEqual(['basic'])
  })

  test('basic rather than tokens that open a few operations more, if it is a user and a password', () => {
    const document = secured(
      { basic, authorization },
      { basic: [] },
      { authorization: [] },
      { authorization: [] },
    )
    expect(schemesOfKey(document, 'me:secret')).toEqual(['authorization'])
    const more = secured(
      { basic, authorization },
      { basic: [] },
      { basic: [] },
      ...[1, 2, 3].map(() => ({ authorization: [] })),
    )
    expect(schemesOfKey(more, 'me:secret')).toEqual(['basic'])
    expect(schemesOfKey(more, '*:*.token')).toEqual(['authorization'])
  })
})

test('a bearer token is recognized by its form, and its word is not sent twice', async () => {
  const document = secured({ header, bearer }, { header: [] }, { header: [] }, { bearer: [] })
  for (const token of ['Bearer k-1', 'bearer k-1', 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYSJ9.']) {
    expect(schemesOfKey(document, token)).toEqual(['bearer'])
    const target = targetFromEnvironment(document, {
      ...{ CONCORDAT_BASE_URL: 'http://small.test', CONCORDAT_KEY: token },
    })
    expect(target?.credentials).toEqual({ bearer: token.replace(/^bearer /i, '') })
  }
  expect(schemesOfKey(secured({ header }, { header: [] }), 'Bearer k-1')).toEqual(['header'])
})

test('a bearer token is also the API key that is always required beside it', () => {
  const both = secured({ header, bearer }, { header: [] }, { header: [], bearer: [] })
  expect(schemesOfKey(both, 'Bearer k-1')).toEqual(['bearer', 'header'])
  expect(schemesOfKey(both, 'k-1')).toEqual(['header'])
  const environment = { CONCORDAT_BASE_URL: 'http://small.test', CONCORDAT_KEY: 'Bearer k-1' }
  expect(targetFromEnvironment(both, environment)?.credentials).toEqual({ bearer: 'k-1', header: 'k-1' })
})

describe('the table before a run', () => {
  const document = secured({ 'my-token': bearer, header, basic }, { 'my-token': [] }, { header: [] }, {})
  const target = { baseUrl: 'http://small.test', credentials: { 'my-token': 'k' } }

  test('counts what a missing credential costs', () => {
    const { schemes } = credentialCosts(document, {
      target,
      select: { rules: ['conformance', 'authentication'] },
    })
    expect(
      schemes.map(({ name, isGiven, operations, checks }) => [name, isGiven, operations, checks]),
    ).toEqual([
      ['my-token', true, 1, 1],
      ['header', false, 1, 1],
      ['basic', false, 0, 0],
    ])
  })

  test('names the line that would supply it', () => {
    const select = { rules: ['conformance'] }
    const table = (environment: Record<string, string>, credentials = {}) =>
      credentialTableBeforeRun({ document, target: { ...target, credentials }, select, environment })?.split(
        '\n',
      )
    expect(table({ CONCORDAT_KEY: 'k' }, target.credentials)).toEqual([
      'Credentials',
      '  my-token (http bearer)  given: the key  1 operation',
      '  header (header X-Key)   missing         1 operation, 1 check skipped  CONCORDAT_CREDENTIAL_HEADER=KEY',
      '  basic (http basic)      missing         not needed',
    ])
    expect(table({})?.[1]).toContain('--key KEY, or CONCORDAT_KEY=KEY')
  })
})

test.each([
  [{ password: 'https://id.test/token' }, 'username, password'],
  [{ clientCredentials: 'https://id.test/token' }, 'clientId, clientSecret'],
])('a flow %o is supplied with { %s }', (tokenUrls, members) => {
  const document = secured({ login: { type: 'oauth2', tokenUrls } }, { login: [] })
  const table = credentialTableBeforeRun({
    ...{ document, target: { baseUrl: 'http://small.test' }, environment: {} },
    select: { rules: ['conformance'] },
  })
  expect(table).toContain(`verify.identities.main["login"]: { oauth: { ${members} } }`)
})

test('a document with schemes and no security gets the credential that is given', async () => {
  const document = secured({ bearer }, undefined)
  const seen = new Set<string | null>()
  const results = await outcomes(document, {
    credentials: { bearer: 'k-open' },
    rules: ['conformance'],
    answer: (request) => {
      seen.add(request.headers.get('authorization'))
      return new Response(null, { status: 200 })
    },
  })
  expect(results).toEqual(['conformance read0: passed'])
  expect([...seen]).toEqual(['Bearer k-open'])
  expect(
    credentialTableBeforeRun({
      document,
      target: { baseUrl: 'http://small.test', credentials: { bearer: 'k-open' } },
      environment: {},
    }),
  ).toContain('so your credentials go with every request')
})

test('the key of another tenant is said to be of no use if no operation has security', () => {
  const environment = { CONCORDAT_OTHER_KEY: 'k-other' }
  const target = { baseUrl: 'http://small.test' }
  const said = 'CONCORDAT_OTHER_KEY is not used'
  expect(credentialTableBeforeRun({ document: secured({}, undefined), target, environment })).toContain(said)
  expect(
    credentialTableBeforeRun({ document: secured({ bearer }, { bearer: [] }), target, environment }),
  ).not.toContain(said)
})

describe('an operation of which the document does not say what it wants', () => {
  /** `read0` declares that it needs the key; `read1` declares nothing. */
  const document = secured({ bearer }, { bearer: [] }, undefined)
  const run = async (answer: (isKnown: boolean, url: string) => number) => {
    const carried: string[] = []
    const results = await outcomes(document, {
      credentials: { bearer: 'k-main' },
      rules: ['conformance'],
      answer: ({ headers, url }) => {
        const isKnown = headers.has('authorization')
        carried.push(`${new URL(url).pathname} ${isKnown}`)
        const status = answer(isKnown, url)
        return new Response(null, { status, headers: { 'www-authenticate': 'Bearer' } })
      },
    })
    return { results, carried }
  }

  test('gets the key once it refuses a request without, and that is told', async () => {
    const { results, carried } = await run((isKnown) => (isKnown ? 200 : 403))
    expect(results).toEqual([
      'conformance read0: passed',
      'conformance read1: success without a credential, because the document requires none | status 403',
    ])
    expect(carried).toEqual(['/things0 true', '/things1 false', '/things1 true'])
  })

  test('gets none where it answers without, but for one request that must not need it', async () => {
    const { results, carried } = await run(() => 200)
    expect(results).toEqual(['conformance read0: passed', 'conformance read1: passed'])
    expect(carried).toEqual(['/things0 true', '/things1 false', '/things1 true'])
  })

  test('is asked twice, not on and on, where the key does not help', async () => {
    const { carried } = await run((_isKnown, url) => (url.endsWith('1') ? 403 : 200))
    expect(carried).toEqual(['/things0 true', '/things1 false', '/things1 true'])
  })
})
