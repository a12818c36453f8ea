import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

test('a body says whether the answer comes whole or as a stream', async () => {
  const mock = await mockOf('logs.yaml')
  const answered = async (body: object): Promise<string | null> =>
    (await send(mock, 'POST /summaries', { body })).headers.get('content-type')
  expect(await answered({ text: 'Tea' })).toContain('application/json')
  expect(await answered({ text: 'Tea', stream: false })).toContain('application/json')
  expect(await answered({ text: 'Tea', stream: true })).toContain('text/event-stream')
})

test('who takes no stream gets none', async () => {
  const mock = await mockOf('logs.yaml')
  const headers = { accept: 'application/json' }
  const seen = await send(mock, 'POST /summaries', { body: { text: 'Tea', stream: true }, headers })
  expect(seen.headers.get('content-type')).toContain('application/json')
})
