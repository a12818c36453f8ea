import { expect, test } from 'vitest'
import { loadFolder, openapi } from './folder.ts'

/** Returns the paths of a document, as they are read, each with its path parameters, and the warnings. */
async function read(paths: Readonly<Record<string, readonly string[]>>) {
  const members = Object.entries(paths).map(([path, names]) => {
    const parameters = names.map(
      (name) => `{ name: ${name}, in: path, required: true, schema: { type: integer } }`,
    )
    return `  ${path}: { get: { parameters: [${parameters.join(', ')}], responses: {} } }\n`
  })
  const { document, warnings } = await loadFolder({ 'openapi.yaml': openapi(`paths:\n${members.join('')}`) })
  return {
    read: Object.fromEntries(
      Object.entries(document.paths ?? {}).map(([path, { get }]) => [
        path,
        Object.fromEntries(
          (get?.parameters ?? []).flatMap((each) =>
            'name' in each ? [[each.name, 'schema' in each && (each.schema as { type: string }).type]] : [],
          ),
        ),
      ]),
    ),
    told: warnings.map(({ code, place }) => [code, place.pointer]),
  }
}

test('each item in a pattern has a parameter of its own', async () => {
  const { read: found, told } = await read({
    '"/v1/{name=shelves/*/books/*}:read"': ['name'],
    '"/v1/{file=trees/**}"': ['file'],
  })
  expect(found).toEqual({
    '/v1/shelves/{shelf_id}/books/{name}:read': { name: 'integer', shelf_id: 'string' },
    '/v1/trees/{+file}': { file: 'integer' },
  })
  expect(told).toEqual([
    ['wrong-value', '#/paths/~1v1~1{name=shelves~1*~1books~1*}:read'],
    ['wrong-value', '#/paths/~1v1~1{file=trees~1**}'],
  ])
})

test('an id that a path has twice is that of two items', async () => {
  const { read: found, told } = await read({ '/book-shelves/{id}/books/{id}': ['id'] })
  expect(found).toEqual({
    '/book-shelves/{book_shelf_id}/books/{id}': { id: 'integer', book_shelf_id: 'integer' },
  })
  expect(told).toEqual([['path-parameter-twice', '#/paths/~1book-shelves~1{id}~1books~1{id}']])
})

test.each([
  ['names one thing', '/shelves/{shelfId}/maps/{map}/shelves/{shelfId}', ['shelfId', 'map']],
  ['is beside other text', '/shelves/{id}/copies/{id}.csv', ['id']],
])('a name that a path has twice and that %s has one value', async (_how, path, names) => {
  const { read: found } = await read({ [path]: names })
  expect(Object.keys(found)).toEqual([path])
})

test('a path that another would repeat stays as it is', async () => {
  const { read: found } = await read({
    '/shelves/{id}/books/{id}': ['id'],
    '/shelves/{shelf_id}/books/{id}': ['shelf_id', 'id'],
  })
  expect(Object.keys(found)).toEqual(['/shelves/{id}/books/{id}', '/shelves/{shelf_id}/books/{id}'])
})
