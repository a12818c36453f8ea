import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

test('what a text refers to is shown as an object of that name, and found by it', async () => {
  const mock = await mockOf('library.yaml')
  const { status, body } = await send(mock, 'POST /books', { body: { title: 'Tea', author: 'a7' } })
  expect(status).toBe(201)
  expect(body).toMatchObject({ title: 'Tea', author: { gid: 'a7', name: expect.any(String) } })
  expect((await send(mock, 'GET /books?author=a7')).body).toEqual([body])
  expect((await send(mock, 'GET /books?author=a8')).body).toEqual([])
})
