import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const number = { type: 'integer' }
const book = { type: 'object', properties: { id: number, file: number, page: number } }
const parameters = ['id', 'file'].map((name) => ({ name, in: 'path', required: true, schema: number }))
const read = (operationId: string) => ({ get: { operationId, parameters, responses: answers(book) } })
const list = (operationId: string) => ({
  get: { operationId, responses: answers({ type: 'array', items: book }) },
})
const below = ['pages', 'download', 'signatures', 'text']
const document = await described({
  '/books': list('books'),
  '/books/{id}': {
    get: { operationId: 'book', parameters: parameters.slice(0, 1), responses: answers(book) },
  },
  '/books/{id}/files/{file}': read('file'),
  ...Object.fromEntries(below.map((name) => [`/books/{id}/files/{file}/${name}`, read(name)])),
})

test('a value that names nothing is not tried again for what is below it', async () => {
  const asked: string[] = []
  const lines = await outcomes(document, {
    rules: ['conformance'],
    answer({ url }) {
      const { pathname } = new URL(url)
      const all = [3, 5, 8, 13].map((id) => ({ id, file: id * 10, page: id * 100 }))
      if (pathname === '/books') return Response.json(all)
      asked.push(pathname)
      return /^\/books\/\d+$/.test(pathname) ? Response.json(all[0]) : new Response(null, { status: 404 })
    },
  })
  expect(asked.filter((path) => /files\/\d+$/.test(path)).length).toBeGreaterThan(2)
  for (const name of below)
    expect(asked.filter((path) => path.endsWith(`/${name}`)).length, name).toBeLessThan(3)
  expect(lines.filter((line) => line.includes('accepted no value for "file"')).length).toBe(5)
})
