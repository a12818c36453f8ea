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

test('what is named in a collection that has no list is there when another one of that kind has it', async () => {
  const mock = await mockOf('library.yaml')
  const [book] = (await send(mock, 'GET /books')).body as { gid: string }[]
  expect((await send(mock, `GET /shelves/oak/books/${book?.gid}`)).status).toBe(200)
  expect((await send(mock, 'GET /shelves/oak/books/no-such-book')).status).toBe(404)
})

test('what a body calls as its path does is kept under that name', async () => {
  const mock = await mockOf('library.yaml')
  const [book] = (await send(mock, 'GET /books')).body as { gid: string }[]
  const lent = await send(mock, `POST /books/${book?.gid}/readers`, { body: { reader_id: 'anna' } })
  expect(lent.body).toMatchObject({ reader: { id: 'anna' } })
  expect(await send(mock, `GET /books/${book?.gid}/readers/anna`)).toMatchObject({
    body: (lent.body as { reader: object }).reader,
  })
})
