import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

const SENT = { body: { text: 'Hello' } }

test('a success never says that it failed, and a refusal does', async () => {
  const mock = await mockOf('messenger.yaml')
  const added = await send(mock, 'POST /messages', SENT)
  expect(added).toMatchObject({ status: 200, body: { success: true, errors: [] } })
  const refused = await send(mock, 'DELETE /messages/999999')
  expect(refused).toMatchObject({ status: 404, body: { success: false, errors: [{}] } })
})

test('an item is found by the identifier that only a list around it shows', async () => {
  const mock = await mockOf('messenger.yaml')
  const { body } = await send(mock, 'POST /messages', SENT)
  const [message] = (body as { result: { id: number }[] }).result
  expect((await send(mock, `DELETE /messages/${message?.id}`)).status).toBe(204)
  expect((await send(mock, `DELETE /messages/${message?.id}`)).status).toBe(404)
})
