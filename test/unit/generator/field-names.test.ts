import { runContract } from '@concordat/contract'
import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { createClient } from '../../golden/reading-field-names/expected/client.ts'
import { document } from '../../golden/reading-field-names/expected/operations.ts'
import { createSender } from '../../golden/reading-field-names/expected/sender.ts'
import { createApp } from '../../golden/reading-field-names/expected/server.ts'
import { createWebhooks } from '../../golden/reading-field-names/expected/webhooks.ts'

/** The header and cookie of each request, after its path. */
const seen: string[] = []

const app = createApp({
  authenticate: async ({ scheme, credential, request }) => {
    const isKnown = scheme === 'session' ? request.headers.has('x-session') : /^(Token )?k$/.test(credential)
    return isKnown ? { principal: 'ann', scopes: [] } : undefined
  },
  handlers: {
    listNotes: async ({ query }) => ({
      status: 200,
      body: [query['any word'] ?? 'none'],
      headers: { 'X-Rate': '5' },
    }),
    listKeys: async () => ({ status: 204 }),
    listMarks: async () => ({ status: 204 }),
    listSessions: async () => ({ status: 204 }),
  },
})

const through = (answer: (request: Request) => Promise<Response>) => (request: Request) => {
  const { pathname } = new URL(request.url)
  seen.push(`${pathname} ${request.headers.get('authorization') ?? request.headers.get('x-key')}`)
  return answer(request)
}

const credentials = { token: 'k', key: 'k', prefixed: 'Token k' }
const baseUrl = 'http://names.test'

test('client and server leave out names that HTTP does not allow, and read credentials by their meaning', async () => {
  const api = createClient({ baseUrl, credentials, fetch: through(app) })
  const { body, headers } = await api.listNotes.result({
    query: { 'any word': 'a' },
    header: { 'X-Trace': 't' },
  })
  expect([body, headers.get('X-Rate')]).toEqual([['a'], '5'])
  expect(await api.listKeys.result()).toMatchObject({ status: 204 })
  expect(await api.listMarks.result()).toMatchObject({ status: 204 })
  expect(await api.listSessions.result()).toMatchObject({ status: 401 })
  expect(await api.listSessions.result({}, { headers: { 'X-Session': 's' } })).toMatchObject({ status: 204 })
  expect(seen).toEqual(['/notes Bearer k', '/keys k', '/marks Token k', '/sessions null', '/sessions null'])
})

test('the mock answers all of them', async () => {
  const api = createClient({ baseUrl, credentials, fetch: through(createMock(document)) })
  expect(await api.listNotes.result()).toMatchObject({ status: 200 })
  expect(await api.listKeys.result()).toMatchObject({ status: 204 })
  expect(await api.listSessions.result()).toMatchObject({ status: 204 })
})

test('webhooks are sent and received', async () => {
  const hooks = createWebhooks({ handlers: { noted: async () => ({ status: 204 }) } })
  const sender = createSender('http://names.test/noted', { fetch: through(hooks) })
  expect(await sender.noted.result()).toMatchObject({ status: 204 })
})

test('the suite judges the rest of the document', async () => {
  const { results } = await runContract({ document, target: { baseUrl, credentials, fetch: app } })
  const withStatus = (...statuses: readonly string[]) =>
    results
      .filter(({ outcome }) => statuses.includes(outcome.status))
      .map(({ rule, operationId }) => `${rule} ${operationId}`)
  expect(withStatus('failed', 'defect')).toEqual([])
  const passed = withStatus('passed')
  expect(passed).toContain('authentication listNotes')
  expect(passed).toContain('authentication listKeys')
  expect(passed).toContain('authentication listMarks')
  expect(passed).toContain('conformance listNotes')
})
