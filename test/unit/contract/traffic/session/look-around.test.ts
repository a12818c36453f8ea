import { afterEach, expect, test } from 'vitest'
import { type AskAround, LookAround } from '../../../../../generator/commands/verify/address/ask-around.ts'
import { probeBaseUrl } from '../../../../../generator/commands/verify/address/probe.ts'
import {
  keyForUndeclaredScheme,
  withProbedKeyWord,
} from '../../../../../generator/commands/verify/settings/answer-challenge.ts'
import { answers, described } from '../../support/described.ts'
import { answering, closeAll, listen } from '../../support/listen.ts'

afterEach(closeAll)

test('the look around before a run keeps its pace and counts among its requests', async () => {
  let seen = 0
  const baseUrl = await listen(
    answering((request) => {
      seen++
      return request.url.endsWith('/moved')
        ? new Response(null, { status: 302, headers: { location: '/here' } })
        : Response.json({})
    }),
  )
  const look = new LookAround({ rate: 50, maxRequests: 6, sent: 1 })
  const start = performance.now()
  const glances = await Promise.all(['/moved', '/a', '/b'].map((path) => look.ask(baseUrl + path)))
  expect(performance.now() - start).toBeGreaterThan(50)
  expect(glances.map((glance) => glance?.status)).toEqual([200, 200, 200])
  expect(look.sent).toBe(5)
  await look.ask(`${baseUrl}/c`)
  expect(await look.ask(`${baseUrl}/d`)).toBeUndefined()
  expect([look.sent, seen]).toEqual([6, 5])
})

test('what does not answer in the time of the run is told, not taken for a place that is empty', async () => {
  const baseUrl = await listen((request, response) => {
    if (request.url === '/here') response.end('{}')
  })
  const look = new LookAround({ timeoutMs: 3000 })
  expect(await look.ask(`${baseUrl}/slow`)).toBeUndefined()
  expect((await look.ask(`${baseUrl}/here`))?.status).toBe(200)
  expect(look.late).toEqual([`${baseUrl}/slow`])
})

/**
 * Returns the information about a server with these reads, only one of which says how it expects a
 * credential.
 */
async function look(
  names: readonly string[],
  { telling, securitySchemes = {} }: { telling: string; securitySchemes?: object },
) {
  const paths = names.map((name) => [
    `/${name}`,
    { get: { operationId: name, responses: answers({ type: 'object' }) } },
  ])
  const document = await described(Object.fromEntries(paths), { components: { securitySchemes } })
  const asked: string[] = []
  const baseUrl = 'http://127.0.0.1'
  const probed = await probeBaseUrl(baseUrl, {
    ...{ document, target: { baseUrl } },
    ask: async (url) => {
      const name = new URL(url).pathname.slice(1)
      asked.push(name)
      const headers = new Headers(name === telling ? { 'www-authenticate': 'Basic realm="x"' } : {})
      return { url, headers, status: name === telling || name === 'quiet' ? 401 : 200, text: '{}' }
    },
  })
  return { ...probed, asked }
}

test('the reads before a run are spread over the document', async () => {
  const names = Array.from({ length: 11 }, (_, index) => `n${index}`)
  const securitySchemes = { key: { type: 'http', scheme: 'basic' } }
  const { asked, challenge } = await look(names, { telling: 'n4', securitySchemes })
  expect(asked).toEqual(['n0', 'n1', 'n3', 'n5', 'n7', 'n9'])
  expect(challenge).toBeUndefined()
})

test('where the document says nothing of credentials, more reads are asked until one says how it wants one', async () => {
  const names = ['quiet', 'a', 'b', 'c', 'd', 'e', 'boxes', 'f']
  const { challenge, there } = await look(names, { telling: 'boxes' })
  expect(challenge?.scheme).toBe('Basic')
  expect(there).toHaveLength(6)
  expect((await look(names, { telling: 'none' })).challenge).toEqual({
    ...{ scheme: '', header: 'Authorization', at: 'http://127.0.0.1/quiet' },
  })
  expect((await look(names.slice(1), { telling: 'none' })).challenge).toBeUndefined()
})

test('a key that no read asked for goes where most servers take it', async () => {
  const document = await described({})
  expect(keyForUndeclaredScheme(undefined, { document, given: { key: 'k-4711' } })).toMatchObject({
    given: { headers: { Authorization: 'Bearer k-4711' } },
    line: expect.stringContaining(
      'no attempted read asked for a credential  given: the key, in Authorization',
    ),
  })
  expect(keyForUndeclaredScheme(undefined, { document, given: {} })).toBeUndefined()
})

test.each([
  ['k-4711', 'Bearer k-4711'],
  ['ada:pw', `Basic ${btoa('ada:pw')}`],
])('the key %s goes where most servers take it, if a refusal says nothing', async (key, authorization) => {
  const document = await described({})
  const untold = { scheme: '', header: 'Authorization' }
  expect(keyForUndeclaredScheme(untold, { document, given: { key } })).toMatchObject({
    given: { headers: { Authorization: authorization } },
    line: expect.stringContaining('401 without WWW-Authenticate  given: the key, in Authorization'),
  })
  expect(keyForUndeclaredScheme(untold, { document, given: {} })?.line).toContain(
    'missing  perhaps needed  --key KEY, --key USER:PASSWORD, or --header "NAME: VALUE"',
  )
})

test('a key gets the word that a server without a challenge takes, learnt from the read that it refused', async () => {
  const document = await described({})
  const untold = { scheme: '', header: 'Authorization', at: 'http://words.test/boxes' }
  const asked: string[] = []
  const ask: AskAround = async (url, _accept, { Authorization: sent = '' } = {}) => {
    asked.push(sent)
    return { url, headers: new Headers(), status: sent === 'Token k-4711' ? 200 : 401, text: '{}' }
  }
  const given = { key: 'k-4711' }
  const challenge = await withProbedKeyWord(untold, { given, ask })
  expect(asked).toEqual(['Bearer k-4711', 'Token k-4711'])
  expect(keyForUndeclaredScheme(challenge, { document, given })).toMatchObject({
    given: { headers: { Authorization: 'Token k-4711' } },
    line: expect.stringContaining('401 without WWW-Authenticate  given: the key, in Authorization'),
  })
})

test('a header that carries a credential counts as given', async () => {
  const document = await described({})
  const untold = { scheme: '', header: 'Authorization' }
  expect(
    keyForUndeclaredScheme(untold, { document, given: { headers: { 'X-API-Key': 'k-4711' } } })?.line,
  ).toBe('Credentials\n  401 without WWW-Authenticate  given: X-API-Key, with --header  every request')
  expect(
    keyForUndeclaredScheme(untold, { document, given: { headers: { 'X-Trace': '1' } } })?.line,
  ).toContain('missing')
})
