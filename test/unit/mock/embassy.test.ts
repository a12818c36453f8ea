import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

test.each([
  ['POST /offices/1/forecast', { day: '2030-01-01' }],
  ['POST /offices/1/stamps', { motto: 'Come and go' }],
  ['GET /offices/1/stamps', undefined],
])('a success has no errors to tell of: %s', async (line, body) => {
  const mock = await mockOf('embassy.yaml', { data: { '/offices': [{ id: '1' }] } })
  expect((await send(mock, line, { body })).body).toMatchObject({ errors: [], messages: [], success: true })
})

test('a refusal says what went wrong', async () => {
  const mock = await mockOf('embassy.yaml')
  const { status, body } = await send(mock, 'GET /offices/none')
  expect(status).toBe(404)
  expect(body).toMatchObject({ errors: [{}], success: false })
})

test('a PUT makes nothing under a name that a 4XX may be about', async () => {
  const mock = await mockOf('embassy.yaml')
  expect((await send(mock, 'PUT /consuls/none', { body: { rank: 'First' } })).status).toBe(404)
})
