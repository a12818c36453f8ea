import { expect, test } from 'vitest'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder, openapi } from './folder.ts'

const answer = (mediaType: string) =>
  openapi(
    `paths: { /a: { get: { responses: { '200': { description: ok, content: { ${mediaType}: { schema: { type: object } } } } } } } }`,
  )

/** Returns a document's operation, and the warnings about the document. */
async function read(text: string) {
  const loaded = await loadFolder({ 'openapi.yaml': text })
  const { model, warnings } = buildModel(loaded)
  const [operation] = model.descriptor.operations
  if (operation === undefined) throw new Error('The document has no operation.')
  return {
    operation,
    told: warnings.map(({ code, place, reading }) => [code, place.pointer, reading]),
  }
}

test.each([
  ['json', ['application/json']],
  ['JSON', ['application/json']],
  ['csv', ['text/csv']],
  ['x-www-form-urlencoded', ['application/x-www-form-urlencoded']],
  ["'*'", ['*/*']],
  ["'application/json, text/plain'", ['application/json', 'text/plain']],
  ['anything', ['*/*']],
])('%s is read as what it means, with a warning', async (written, meant) => {
  const { operation, told } = await read(answer(written))
  expect(Object.keys(operation.responses['200']?.content ?? {})).toEqual(meant)
  expect(told).toMatchObject([
    ['wrong-value', expect.stringContaining('/content/'), expect.stringContaining(`"${meant[0]}"`)],
  ])
})

test.each([
  'application/json',
  "'application/json; charset=utf-8'",
  "'*/*'",
  "'image/*'",
  'application/vnd.a+json',
  `'multipart/mixed; boundary="a, b"'`,
])('%s is one', async (written) => {
  expect((await read(answer(written))).told).toEqual([])
})

test('one that is there under its whole name keeps it', async () => {
  const media = (type: string) => `{ schema: { type: ${type} } }`
  const { operation, told } = await read(
    openapi(
      `paths: { /a: { get: { responses: { '200': { description: ok, content: { json: ${media('string')}, application/json: ${media('integer')} } } } } } }`,
    ),
  )
  expect(operation.responses['200']?.content).toEqual({ 'application/json': { schema: { type: 'integer' } } })
  expect(told).toHaveLength(1)
})

test('bodies, parameters and encodings say it alike', async () => {
  const { operation, told } = await read(
    openapi(`paths:
  /a:
    post:
      parameters: [{ name: filter, in: query, content: { json: { schema: { type: object } } } }]
      requestBody:
        content:
          form-data:
            schema: { type: object, properties: { meta: { type: object }, file: { type: string } } }
            encoding: { meta: { contentType: json }, file: { contentType: 'image/png, image/jpeg' } }
      responses: { '204': { description: ok } }`),
  )
  expect(operation.parameters?.[0]?.mediaType).toBe('application/json')
  expect(operation.requestBody?.content['multipart/form-data']?.encoding).toEqual({
    meta: { contentType: 'application/json' },
    file: { contentType: 'image/png, image/jpeg' },
  })
  expect(told.map(([code]) => code)).toEqual(['wrong-value', 'wrong-value', 'wrong-value'])
})

test('in Swagger 2.0 as well, where it is written', async () => {
  const { operation, told } = await read(`swagger: '2.0'
info: { title: Pets, version: '1' }
consumes: [json]
paths:
  /a:
    post:
      produces: ['json, text/plain']
      parameters: [{ name: body, in: body, schema: { type: object } }]
      responses: { '200': { description: ok, schema: { type: object }, examples: { json: { id: 1 } } } }`)
  expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(['application/json'])
  expect(Object.keys(operation.responses['200']?.content ?? {})).toEqual(['application/json', 'text/plain'])
  expect(told).toEqual([
    ['wrong-value', '#/consumes/0', '"application/json"'],
    ['wrong-value', '#/paths/~1a/post/produces/0', '"application/json" and "text/plain"'],
    ['wrong-value', '#/paths/~1a/post/responses/200/examples/json', '"application/json"'],
  ])
})
