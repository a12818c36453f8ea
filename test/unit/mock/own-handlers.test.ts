import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readMockHandlers } from '../../../generator/commands/mock/handlers-file.ts'
import { mockOf, send } from './mock-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'concordat-handlers-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const document = { operations: [{ operationId: 'getPet' }, { operationId: 'list-pets', name: 'listPets' }] }
const read = (name: string, text: string) =>
  readMockHandlers(written(name, text), document as unknown as Parameters<typeof readMockHandlers>[1])

test('own handlers answer some requests, and may use what the mock answers', async () => {
  const mock = await mockOf('shop.yaml', {
    handlers: {
      readProduct: ({ path }) =>
        path['product_id'] === 7 ? { status: 200, body: { id: 7, title: 'Mine' } } : undefined,
      async addProduct({ body }, { answer, operation }) {
        const made = answer()
        return {
          ...made,
          headers: { ...made.headers, 'x-said': `${operation.method} ${Object(body).title}` },
        }
      },
    },
    onError: () => {},
  })
  expect((await send(mock, 'GET /products/7')).body).toMatchObject({ title: 'Mine' })
  expect((await send(mock, 'GET /products/99')).status).toBe(404)
  const made = await send(mock, 'POST /products', { body: { title: 'Cup' } })
  expect([made.status, made.headers.get('x-said')]).toEqual([201, 'POST Cup'])
  expect((await send(mock, `GET /products/${Object(made.body).id}`)).body).toMatchObject({ title: 'Cup' })
})

test('without validation, what breaks the document is answered as well as it can be read', async () => {
  const strict = await mockOf('shop.yaml')
  const mock = await mockOf('shop.yaml', { validation: false })
  for (const sent of [{ body: {} }, { body: { title: '' } }, {}]) {
    expect((await send(strict, 'POST /products', sent)).status).toBe(400)
    expect((await send(mock, 'POST /products', sent)).status).toBe(201)
  }
  // Valid values are still parsed: "2" is a number.
  const page = await send(mock, 'GET /products?limit=2')
  expect(Object(page.body).results).toHaveLength(2)
  expect((await send(mock, 'GET /products?limit=many')).status).toBe(200)
  expect((await send(mock, 'GET /nothing')).status).toBe(404)
})

test('a module exports handlers by name, or all as an object', async () => {
  const named = await read('named.mjs', 'export const getPet = () => ({ status: 200 })\n')
  expect(Object.keys(named)).toEqual(['getPet'])
  const whole = await read('whole.mjs', "export default { 'list-pets'() {}, getPet() {} }\n")
  expect(Object.keys(whole)).toEqual(['list-pets', 'getPet'])
})

test.each([
  [
    'unknown.mjs',
    'export const getPets = () => {}\n',
    /exports "getPets", which is not an operation .*"getPet"/,
  ],
  ['value.mjs', 'export const getPet = 7\n', /exports "getPet", which is not a function/],
  ['empty.mjs', '', /exports no handlers/],
  ['broken.mjs', 'throw new Error("no vault")\n', /broken\.mjs cannot be loaded: Error: no vault/],
])('what is wrong with %s is said', async (name, text, message) => {
  await expect(read(name, text)).rejects.toThrow(message)
})

test('a module that is missing is named', async () => {
  await expect(readMockHandlers(join(folder, 'none.mjs'), { operations: [] })).rejects.toThrow(/none\.mjs/)
})
