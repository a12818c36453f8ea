import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generate } from '../../../generator/generate.ts'
import { folder, openapi } from '../load/folder.ts'

const RESPONSES = "responses: { '200': { description: Done } }"

async function generated(paths: string) {
  const root = await folder({ 'openapi.yaml': openapi(paths) })
  const document = join(root, 'openapi.yaml')
  return generate({ document, output: join(root, 'generated'), outputs: ['types', 'fetch'] })
}

test('what most operations need is said once, and the others say what they need', async () => {
  const { files } = await generated(`
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /a: { get: { ${RESPONSES} }, post: { ${RESPONSES} } }
  /b: { get: { security: [], ${RESPONSES} } }
  /c: { get: { parameters: [{ name: q, in: query, explode: false, schema: { type: array } }], ${RESPONSES} } }
`)
  const text = files.get('fetch.ts')
  expect(text).toContain("security: [['key']],")
  expect(text).toContain("'GET /b': { accept: '', security: [] }")
  expect(text).toContain("parameters: [{ name: 'q', in: 'query', explode: false }]")
})

test('servers of operations stand beside the base URL that they are found by', async () => {
  const { files } = await generated(`
servers: [{ url: https://shop.example/v1 }]
paths:
  /a: { get: { servers: [{ url: https://files.shop.example }], ${RESPONSES} } }
  /b: { get: { ${RESPONSES} } }
`)
  const text = files.get('fetch.ts')
  expect(text).toContain("server: { url: 'https://files.shop.example', root: 'https://shop.example/v1' }")
  expect(text).toContain("baseUrl: options.baseUrl ?? 'https://shop.example/v1',")
  const plain = await generated(`paths: { /a: { get: { ${RESPONSES} } } }`)
  expect(plain.files.get('fetch.ts')).not.toContain('baseUrl')
})

test('a document that openapi-typescript does not take is generated without it, and a line says why', async () => {
  // No known document is rejected, so the test makes the printer fail.
  vi.doMock('openapi-typescript', () => ({
    default: async () => {
      throw new Error('Can’t resolve $ref at #/components\n    at somewhere')
    },
    astToString: () => '',
  }))
  onTestFinished(() => vi.doUnmock('openapi-typescript'))
  const { files, warnings } = await generated(`paths: { /a: { get: { ${RESPONSES} } } }`)
  expect([...files.keys()]).toEqual(['types.ts'])
  expect(warnings.map(({ code, message }) => [code, message])).toEqual([
    [
      'output-left-out',
      'Concordat cannot generate "openapi.ts", nor "fetch.ts", which needs it, because openapi-typescript rejects the document: Can’t resolve $ref at #/components',
    ],
  ])
})
