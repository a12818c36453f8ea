import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const number = { type: 'integer' }

function object(properties: object) {
  return { type: 'object', properties }
}

/** True if a POST with this body and response may be sent to any server. */
async function isHarmless(
  path: string,
  { sent, shown, id = 'run' }: { readonly sent: object; readonly shown: object; readonly id?: string },
): Promise<boolean> {
  const requestBody = { content: { 'application/json': { schema: object(sent) } } }
  const { operations } = await described({
    [path]: { post: { operationId: id, requestBody, responses: answers(shown) } },
  })
  return operations[0]?.harmless === true
}

const notes = object({ notes: { type: 'array', items: object({ text }) } })

test('a body that asks for a part of a list reads', async () => {
  const sent = { prefix: text, offset: number, limit: number }
  expect(await isHarmless('/db/scan', { sent, shown: notes })).toBe(true)
  expect(await isHarmless('/db/scan', { sent: { limit: number }, shown: notes })).toBe(false)
  expect(await isHarmless('/db/scan', { sent, shown: object({ text }) })).toBe(false)
  expect(await isHarmless('/db/scan', { sent, shown: notes, id: 'deleteAll' })).toBe(false)
})

test('a limit that the response shows is stored', async () => {
  const sent = { offset: number, limit: number }
  const shown = object({ limit: number, notes: { type: 'array', items: object({ text }) } })
  expect(await isHarmless('/windows', { sent, shown })).toBe(false)
})

test.each(['/markdown/render', '/tokens/sign', '/texts/decode', '/texts/_analyze', '/unpackMessage'])(
  '%s computes something',
  async (path) => {
    expect(await isHarmless(path, { sent: { content: text }, shown: object({ text }) })).toBe(true)
    expect(await isHarmless(path, { sent: { document_id: text }, shown: object({ text }) })).toBe(false)
    expect(await isHarmless(path, { sent: { content: text }, shown: object({ id: text }) })).toBe(false)
    expect(await isHarmless(`${path}/store`, { sent: { content: text }, shown: object({ text }) })).toBe(
      false,
    )
  },
)

test('to verify something reads if the response is a verdict', async () => {
  const sent = { token: text }
  expect(await isHarmless('/tokens/verify', { sent, shown: object({ valid: { type: 'boolean' } }) })).toBe(
    true,
  )
  const nested = object({ results: object({ verified: { type: 'boolean' } }) })
  expect(await isHarmless('/tokens/verify', { sent, shown: nested })).toBe(true)
  expect(await isHarmless('/address/verify', { sent, shown: object({ session: text }) })).toBe(false)
})

test('to validate what another POST creates reads, whatever the response', async () => {
  const post = (sent: object) => ({
    operationId: 'run',
    requestBody: { content: { 'application/json': { schema: object(sent) } } },
    responses: { 200: { description: 'Done' } },
  })
  const isTrial = async (path: string, sent: object) => {
    const { operations } = await described({
      '/plans': { post: { ...post({ steps: text }), operationId: 'create' } },
      [path]: { post: post(sent) },
    })
    return operations.find(({ operationId }) => operationId === 'run')?.harmless === true
  }
  expect(await isTrial('/plans/validate', { steps: text })).toBe(true)
  expect(await isTrial('/plans/validate', { number })).toBe(false)
  expect(await isTrial('/plans/start', { steps: text })).toBe(false)
  expect(await isTrial('/tickets/validate', { steps: text })).toBe(false)
})

test('a POST reads if its description says so, and so does one without a description at such an end', async () => {
  const post = (operationId: string, description?: string, status = 200) => ({
    post: { operationId, description, responses: answers(object({ text }), { status }) },
  })
  const { operations } = await described({
    '/status': post('status', 'Gets the status of a cluster.'),
    '/jobs/status/v2': post('jobStatus'),
    '/reports/status': post('reportStatus', 'Files a report.'),
    '/queue': post('queue', 'Gets the queue.', 201),
    '/notes': post('notes', 'Lists notes.'),
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      ...post('note'),
    },
    '/cache/reset': post('resetCache', 'Shows the cache.'),
    '/db/query': post('run', 'Gets the rows of a query.'),
  })
  expect(operations.filter(({ harmless }) => harmless).map(({ operationId }) => operationId)).toEqual([
    'status',
    'jobStatus',
  ])
})

test('a POST with the parameters and the response of the GET at its path reads', async () => {
  const isRead = async ({ sent = { match: text }, shown = notes, status = 200, id = 'post' } = {}) => {
    const form = { content: { 'application/x-www-form-urlencoded': { schema: object(sent) } } }
    const parameters = ['match', 'limit'].map((name) => ({
      ...{ name, in: 'query', schema: text, required: name === 'match' },
    }))
    const { operations } = await described({
      '/series': {
        get: { operationId: 'get', parameters, responses: answers(notes) },
        post: { operationId: id, requestBody: form, responses: answers(shown, { status }) },
      },
    })
    return operations.find(({ method }) => method === 'POST')?.harmless === true
  }
  expect(await isRead()).toBe(true)
  expect(await isRead({ sent: { match: text, limit: text } as never })).toBe(true)
  expect(await isRead({ sent: { limit: text } as never })).toBe(false)
  expect(await isRead({ sent: { match: text, label: text } as never })).toBe(false)
  expect(await isRead({ shown: object({ text }) as never })).toBe(false)
  expect(await isRead({ status: 201 })).toBe(false)
  expect(await isRead({ id: 'addSeries' })).toBe(false)
})
