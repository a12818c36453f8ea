import { expect, test } from 'vitest'
import { runRemarks } from '../../../../runtime/contract/report/remarks.ts'
import { answers, described } from '../support/described.ts'
import { outcomes } from '../support/small-service.ts'

const text = { type: 'string' }
const body = (example: unknown) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', properties: { name: text } }, example } },
})

async function remarks(given: Partial<Parameters<typeof runRemarks>[0]> = {}) {
  const document = await described({
    '/notes': {
      get: { operationId: 'list', responses: answers({ type: 'array' }) },
      post: {
        operationId: 'create',
        requestBody: body({ name: 7 }),
        responses: { 201: { description: 'Made' }, 400: { description: 'No' } },
      },
    },
  })
  const ran = new Set(['list', 'create'])
  return runRemarks({ document, ran, coverage: [], writes: [], ...given })
}

test('an example that its own schema refuses is told, where its operation was run', async () => {
  expect(await remarks()).toEqual([
    'These examples in the document do not match their schemas and were not sent: create (body/name must be a string).',
  ])
  expect(await remarks({ ran: new Set(['list']) })).toEqual([])
})

test('parameters that got no valid value are told in one line, each once', async () => {
  const coverageOf = (operationId: string, requests: number, valid: number) => ({
    ...{ operationId, requests, statuses: [], undocumented: [], brokenFormats: [], keywords: [] },
    parameters: [{ name: 'filter', in: 'query' as const, valid, invalid: 1 }],
  })
  const coverage = [coverageOf('list', 3, 0), coverageOf('find', 3, 0), coverageOf('count', 3, 1)]
  const ran = new Set(['list', 'find', 'count', 'silent'])
  // "help" was only called to test the others.
  const all = [...coverage, coverageOf('silent', 0, 0), coverageOf('help', 3, 0)]
  expect(await remarks({ ran, coverage: all })).toEqual([
    'These parameters were never sent with a valid value: "filter" (list, find). Add examples to the document, or set path parameters with --path-value NAME=VALUE.',
  ])
  expect(await remarks({ ran, coverage, isCut: true })).toEqual([])
})

test('writes that may have left more than their items are told', async () => {
  const writes = [
    { operationId: 'create', isAction: false, done: 46, failed: 0 },
    { operationId: 'start', isAction: true, done: 3, failed: 0 },
    { operationId: 'checkpoint', isAction: true, done: 0, failed: 15 },
    { operationId: 'stop', isAction: true, done: 1, failed: 0 },
    { operationId: 'sync', isAction: true, done: 3, failed: 1 },
  ]
  expect(await remarks({ ran: new Set(), writes })).toEqual([
    'These operations might have effects that no other operation shows: checkpoint (15 with 5xx), sync (3 with 2xx, 1 with 5xx), start (3 times), stop (once).',
    'Items that the run created and removed may still be stored, if the server only marks them as deleted: create (46 times).',
  ])
})

test('of those writes none is left out, however many there are', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `start${index}`)
  const writes = names.map((operationId) => ({ operationId, isAction: true, done: 1, failed: 0 }))
  const [remark] = await remarks({ ran: new Set(), writes })
  expect(names.filter((name) => !remark?.includes(`${name} (once)`))).toEqual([])
})

test('rejections of a valid credential are counted', async () => {
  expect(await remarks({ ran: new Set(), rejectedOnce: ['list', 'read', 'list'] })).toContain(
    'The server rejected a valid credential with 401 for 3 requests (list, read), and accepted it when the run sent the same request again.',
  )
})

test('a response that no server can give is no finding, and told once', async () => {
  const done = (value: boolean) => ({ required: ['done'], properties: { done: { const: value } } })
  const wrong = { type: 'object', allOf: [done(true), done(false)] }
  const document = await described({
    '/state': { get: { operationId: 'state', responses: answers(wrong) } },
    '/place': { get: { operationId: 'place', responses: answers({ type: 'object', ...done(true) }) } },
  })
  const answer = (): Response => Response.json({ done: false })
  expect(await outcomes(document, { answer, rules: ['conformance'] })).toEqual([
    'conformance state: passed',
    'conformance place: /done must be true | false',
  ])
  expect(runRemarks({ document, ran: new Set(['state', 'place']), coverage: [], writes: [] })).toEqual([
    'The schemas of these responses contradict themselves, so their bodies were not checked: 200 of state at "/done".',
  ])
})
