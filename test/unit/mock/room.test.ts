import { join } from 'node:path'
import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { readDocument } from '../../../generator/pipeline/read-document.ts'

const document = join(import.meta.dirname, '../../../bench/attack/openapi.yaml')

test('a mock keeps 32 MB of what it is sent, and has room again when it is reset', async () => {
  const { descriptor } = (await readDocument({ document, overlays: [] })).model
  const mock = createMock(descriptor)
  const body = JSON.stringify({ name: 'a'.repeat(10 * 2 ** 20) })
  const post = async (): Promise<number> => {
    const headers = { 'content-type': 'application/json' }
    return (await mock(new Request('http://host/things', { method: 'POST', headers, body }))).status
  }
  expect([await post(), await post(), await post(), await post()]).toEqual([201, 201, 201, 507])
  expect((await mock(new Request('http://host/things?limit=1'))).status).toBe(200)
  mock.reset()
  expect(await post()).toBe(201)
})

test('a mock needs room only for what it stores', async () => {
  const { descriptor } = (await readDocument({ document, overlays: [] })).model
  const mock = createMock(descriptor)
  const body = JSON.stringify('a'.repeat(10 * 2 ** 20))
  const post = async (): Promise<number> => {
    const headers = { 'content-type': 'application/json' }
    return (await mock(new Request('http://host/anything', { method: 'POST', headers, body }))).status
  }
  expect([await post(), await post(), await post(), await post()]).toEqual([204, 204, 204, 204])
})

test('a mock says what is wrong in a header that clients can read', async () => {
  const { descriptor } = (await readDocument({ document, overlays: [] })).model
  const answer = await createMock(descriptor)(new Request(`http://host/things/${'a'.repeat(20_000)}`))
  expect(answer.status).toBe(404)
  expect(answer.headers.get('mock-problem')).toMatch(
    /^There is no such item in \/[a-z]+: "a{900,1000}\.\.\.$/,
  )
})
