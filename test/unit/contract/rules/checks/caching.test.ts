import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const KEY = 'k-123456789'
const schemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
}
const account = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }

const documentOf = (scheme: keyof typeof schemes) =>
  described(
    {
      '/account': {
        get: {
          operationId: 'getAccount',
          security: [{ [scheme]: [] }],
          responses: { ...answers(account), 401: { description: 'No key.' } },
        },
      },
    },
    { components: { securitySchemes: schemes } },
  )

/** Runs the rules on an account that is answered with these headers, only to those with the key. */
async function told(scheme: keyof typeof schemes, headers: Record<string, string>): Promise<string[]> {
  return outcomes(await documentOf(scheme), {
    rules: ['caching'],
    credentials: { [scheme]: KEY },
    answer: (request) => {
      const given = [...request.headers.values(), request.url].some((text) => text.includes(KEY))
      return given ? Response.json({ name: 'Bo' }, { headers }) : new Response(null, { status: 401 })
    },
  })
}

test.each<readonly [keyof typeof schemes, Record<string, string>]>([
  ['bearer', {}],
  ['bearer', { 'cache-control': 'max-age=60' }],
  ['bearer', { 'cache-control': 'private, max-age=60' }],
  ['bearer', { 'cache-control': 'public, no-cache' }],
  ['bearer', { 'cache-control': 'public, max-age=0, must-revalidate' }],
  ['bearer', { 'cache-control': 'public, max-age=60', vary: 'Accept, Authorization' }],
  ['header', { 'cache-control': 'max-age=60', vary: 'x-key' }],
])('with the key as %s, %o breaks nothing', async (scheme, headers) => {
  expect(await told(scheme, headers)).toEqual(['caching getAccount: passed'])
})

test('a response to an address with the key is of that address alone', async () => {
  const found = await told('query', { 'cache-control': 'public, max-age=60' })
  expect(found).toEqual([expect.stringMatching(/not run, because no response contains anything/)])
})

test.each<readonly [keyof typeof schemes, Record<string, string>]>([
  ['bearer', { 'cache-control': 'public' }],
  ['bearer', { 'cache-control': 'public, max-age=60', vary: 'Accept' }],
  ['bearer', { 'cache-control': 's-maxage=60' }],
  ['header', { 'cache-control': 'max-age=60' }],
])('with the key as %s, %o is told', async (scheme, headers) => {
  expect(await told(scheme, headers)).toEqual([
    `caching getAccount: caching headers that reserve the response for its caller, because others get 401 | ${headers['cache-control']}`,
  ])
})

test('an expiry in the future is told like a lifetime', async () => {
  const [found] = await told('header', {
    date: 'Fri, 27 Nov 2026 10:00:00 GMT',
    expires: 'Fri, 27 Nov 2026 11:00:00 GMT',
  })
  expect(found).toMatch(/because others get 401 \| Expires: Fri, 27 Nov 2026 11:00:00 GMT$/)
})

const responses = {
  200: {
    description: 'The hours.',
    content: { 'application/json': { schema: account }, 'text/csv': { schema: { type: 'string' } } },
  },
}
const hours = described({
  '/hours': {
    get: {
      operationId: 'getHours',
      parameters: [{ name: 'Accept-Language', in: 'header', schema: { type: 'string', enum: ['en', 'de'] } }],
      responses,
    },
  },
})

/** Hours as JSON or CSV, in English or German. */
const hoursWith =
  (headers: Record<string, string>) =>
  (request: Request): Response => {
    const language = request.headers.get('accept-language')?.startsWith('de') ? 'de' : 'en'
    const all = { ...headers, 'content-language': language }
    return request.headers.get('accept') === 'text/csv'
      ? new Response('name\nBo\n', { headers: { ...all, 'content-type': 'text/csv' } })
      : Response.json({ name: language === 'de' ? 'Stunden' : 'Hours' }, { headers: all })
  }

test.each<readonly [Record<string, string>, string]>([
  [{}, 'passed'],
  [{ 'cache-control': 'max-age=60', vary: 'accept, accept-language' }, 'passed'],
  [{ 'cache-control': 'max-age=60', vary: '*' }, 'passed'],
  [{ 'cache-control': 'no-store' }, 'passed'],
  [
    { 'cache-control': 'private, max-age=60', vary: 'Accept-Language' },
    '"Accept" in the "Vary" header of a cacheable response that depends on it | Accept-Language',
  ],
  [
    { 'cache-control': 'max-age=60', vary: 'Accept' },
    '"Accept-Language" in the "Vary" header of a cacheable response that depends on it | Accept',
  ],
])('a response in two media types and languages with %o: %s', async (headers, expected) => {
  const found = await outcomes(await hours, { rules: ['caching'], answer: hoursWith(headers) })
  expect(found).toEqual([`caching getHours: ${expected}`])
})
