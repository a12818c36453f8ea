import { Observer, type Recorded } from '@concordat/contract/passive'
import { expect, test } from 'vitest'
import { petDocument } from '../../pet/pet-document.ts'
import { answers, described } from '../../support/described.ts'

const BASE = 'https://pets.test/v1'

interface Given {
  readonly method?: string
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
  readonly body?: string
}

function exchange(path: string, given: Given = {}): Recorded {
  const { method = 'GET', status = 200, type = 'application/json', headers = {}, text, body } = given
  return {
    request: {
      method,
      url: BASE + path,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    },
    status,
    headers: new Headers({ 'content-type': type }),
    ...(text !== undefined && { text }),
  }
}

function observe(...exchanges: Recorded[]) {
  const observer = new Observer({ document: petDocument, bases: [BASE], source: 'test' })
  for (const one of exchanges) observer.note(one)
  const { results } = observer.report()
  const findings = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  return { observer, results, findings }
}

const list = petDocument.operations.find(({ operationId }) => operationId === 'listPets')
const path = list?.path ?? ''

test('an answer of another shape is found, at the clause that it breaks', () => {
  const { findings } = observe(exchange(path, { text: '{"results":7}' }))
  expect(findings.map(({ operationId, rule }) => `${rule} ${operationId}`)).toContain(
    'conformance/schema listPets',
  )
  expect(findings[0]?.clause).toMatch(/^#\//)
})

test('an undocumented status is found, those of the protocol itself are not', () => {
  const { findings } = observe(
    exchange(path, { status: 418, text: 'teapot', type: 'text/plain' }),
    exchange(path, { status: 304 }),
  )
  expect(findings.map(({ received }) => received)).toEqual(['status 418 teapot'])
})

test('of a body that is not recorded nothing is said, of its media type it is', () => {
  expect(observe(exchange(path)).findings).toEqual([])
  expect(observe(exchange(path, { type: 'text/html' })).findings.map(({ received }) => received)).toEqual([
    'text/html',
  ])
})

test('what the document does not have is counted, and other servers are not looked at', () => {
  const elsewhere = exchange(path, { text: '[7]' })
  const { observer, findings } = observe(
    exchange('/metrics', { text: '{}' }),
    exchange('/metrics?x=1', { text: '{}' }),
    exchange(path, { method: 'OPTIONS', status: 204 }),
    { ...elsewhere, request: { ...elsewhere.request, url: `https://other.test/v1${path}` } },
  )
  expect([...observer.strange]).toEqual([['GET /v1/metrics', 2]])
  expect(observer.exchanges).toBe(2)
  expect(findings).toEqual([])
})

test('no credential is kept, wherever it stood', () => {
  const secret = 's3cr3t-value'
  const { findings } = observe(
    exchange(`${path}?api_key=${secret}`, {
      headers: { authorization: `Bearer ${secret}`, cookie: `session=${secret}` },
      body: JSON.stringify({ password: secret }),
      text: JSON.stringify({ results: 7, access_token: secret }),
    }),
  )
  expect(findings.length).toBeGreaterThan(0)
  expect(JSON.stringify(findings)).not.toContain(secret)
})

test('a credential that an excerpt cuts in two is not kept by half', () => {
  const secret = `s3cr3t-${'x'.repeat(200)}`
  const { findings } = observe(
    exchange(path, {
      headers: { authorization: `Bearer ${secret}` },
      text: JSON.stringify({ results: 7, echo: secret }),
    }),
  )
  expect(findings.length).toBeGreaterThan(0)
  expect(JSON.stringify(findings)).not.toContain('s3cr3t')
})

test('what nobody asked for is not run', () => {
  const { results } = observe()
  expect(results.map(({ outcome }) => outcome.status)).toEqual(results.map(() => 'not-run'))
})

test('of operations whose paths take the same requests the values and "Accept" decide', async () => {
  const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })
  const get = (operationId: string, content: Parameters<typeof answers>, parameter?: object) => ({
    get: { operationId, responses: answers(...content) },
    ...(parameter && { parameters: [parameter] }),
  })
  const document = await described({
    '/files/{id}': get('byId', [{ type: 'object' }], inPath('id', { type: 'string', format: 'uuid' })),
    '/files/{name}': get('byName', [{ type: 'array' }], inPath('name', { type: 'string' })),
    '/news': get('news', [{ type: 'object' }]),
    '/news#stream': get('stream', [{ type: 'string' }, { type: 'text/event-stream' }]),
  })
  const observer = new Observer({ document, bases: [BASE], source: 'test' })
  observer.note(exchange('/files/notes.txt', { text: '[]' }))
  observer.note(exchange('/files/7d9bb1d5-5b10-4c9c-9d0e-0d6f6a9e4a11', { text: '{}' }))
  observer.note(exchange('/news', { type: 'text/event-stream', headers: { accept: 'text/event-stream' } }))
  const seen = observer.report().results.map(({ operationId, requests, outcome }) => ({
    ...{ operationId, requests },
    outcome: outcome.status,
  }))
  expect(seen).toEqual([
    { operationId: 'byId', requests: 1, outcome: 'passed' },
    { operationId: 'byName', requests: 1, outcome: 'passed' },
    { operationId: 'news', requests: 0, outcome: 'not-run' },
    { operationId: 'stream', requests: 1, outcome: 'passed' },
  ])
})

test('an exchange that cannot be judged is a defect of the suite, and what else was seen is reported', async () => {
  const thing = { $ref: '#/components/schemas/Gone' }
  const document = {
    ...(await described({
      '/things': { get: { operationId: 'listThings', responses: answers({ type: 'array' }) } },
      '/thing': { get: { operationId: 'readThing', responses: answers({}) } },
    })),
  }
  const operations = document.operations.map((operation) =>
    operation.operationId === 'readThing'
      ? { ...operation, responses: { 200: { content: { 'application/json': { schema: thing } } } } }
      : operation,
  )
  const observer = new Observer({ document: { ...document, operations }, bases: [BASE], source: 'test' })
  for (const path of ['/things', '/thing']) observer.note(exchange(path, { text: '{}' }))
  await observer.settled()
  expect(observer.report().results.map(({ outcome: { status } }) => status)).toEqual(['failed', 'defect'])
})
