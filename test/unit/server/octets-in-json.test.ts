import { Observer } from '@concordat/contract/passive'
import { createMock } from '@concordat/mock'
import { validate } from '@concordat/runtime/client'
import { documentSchemas } from '@concordat/runtime/client/schemas'
import { expect, test } from 'vitest'
import { createClient } from '../../golden/octets-in-json/expected/client.ts'
import { document } from '../../golden/octets-in-json/expected/operations.ts'
import { createApp } from '../../golden/octets-in-json/expected/server.ts'

const baseUrl = 'http://logs.test'
/** Neither JSON nor UTF-8. */
const OCTETS = new Uint8Array([0xff, 0x00, 0x7b])

function service(log: Uint8Array<ArrayBuffer> = OCTETS) {
  const kept: Blob[] = []
  const keep = ({ body }: { readonly body: Blob }) => {
    kept.push(body)
    return { status: 204 } as const
  }
  const app = createApp({
    validateResponses: 'throw',
    problemResponse: ({ detail }) => ({ body: { message: detail } }),
    handlers: {
      getLogs: () => ({ status: 200, body: new Blob([log]) }),
      putLogs: keep,
      addLogs: keep,
      getAnyLogs: () => ({ status: 200, body: new Blob([log], { type: 'application/json' }) }),
      getParsedLogs: () => ({ status: 200, mediaType: 'application/json', body: { message: 'parsed' } }),
      getChosenLogs: () => ({ status: 200, body: 'a text' }),
    },
  })
  return { app, kept }
}

async function bytesOf(body: Blob): Promise<Uint8Array> {
  expect(body).toBeInstanceOf(Blob)
  return new Uint8Array(await body.arrayBuffer())
}

test('octets pass from server to client as they are, in JSON and in any media type', async () => {
  const { app } = service()
  const api = createClient({ baseUrl, fetch: app })
  expect(await bytesOf(await api.getLogs({}))).toEqual(OCTETS)
  expect(await bytesOf(await api.getAnyLogs({}))).toEqual(OCTETS)
})

test('octets that happen to be JSON are not parsed, nor held against the schema', async () => {
  const { app } = service(new TextEncoder().encode('{"message":"a file"}'))
  const middlewares = [validate({ schemas: documentSchemas(document) })]
  const api = createClient({ baseUrl, fetch: app, middlewares })
  expect(await (await api.getLogs({})).text()).toBe('{"message":"a file"}')
  expect(await (await api.getAnyLogs({})).text()).toBe('{"message":"a file"}')
})

test('octets pass from client to server as they are, none of them among these', async () => {
  const { app, kept } = service()
  const api = createClient({ baseUrl, fetch: app })
  await api.putLogs({ body: new Blob([OCTETS]) })
  await api.addLogs({ body: new Blob([]) })
  expect(await Promise.all(kept.map(bytesOf))).toEqual([OCTETS, new Uint8Array()])
})

test('JSON beside them is parsed', async () => {
  const { app } = service()
  const api = createClient({ baseUrl, fetch: app })
  expect(await api.getParsedLogs({})).toEqual({ message: 'parsed' })
  expect(await api.getChosenLogs({})).toBe('a text')
  const failing = createClient({
    baseUrl,
    fetch: async () => Response.json({ message: 'None' }, { status: 404 }),
  })
  expect(await failing.getLogs.result({})).toMatchObject({ status: 404, body: { message: 'None' } })
})

test('a mock writes octets', async () => {
  const mock = createMock(document)
  const answer = await mock(new Request(`${baseUrl}/logs`))
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(await answer.text()).not.toMatch(/^"/)
})

test('the suite does not take them for JSON', () => {
  const observer = new Observer({ document, bases: [baseUrl], source: 'test' })
  observer.note({
    request: {
      ...{ method: 'PUT', url: `${baseUrl}/logs`, body: 'no JSON' },
      headers: { 'content-type': 'application/json' },
    },
    ...{ status: 204, headers: new Headers(), text: '' },
  })
  observer.note({
    request: { method: 'GET', url: `${baseUrl}/logs`, headers: {} },
    ...{ status: 200, headers: new Headers({ 'content-type': 'application/json' }), text: '{"no": "log' },
  })
  const { results } = observer.report()
  expect(results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))).toEqual([])
})
