import { expect, test } from 'vitest'
import { loadFolder, openapi } from './folder.ts'

const pets = (reference: string) => `paths:
  /pets:
    get:
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '${reference}' } } } }
components: { schemas: { Pet: { type: integer } } }
`
const document = (reference: string, self: string) => openapi(`$self: ${self}\n${pets(reference)}`, '3.2.0')

/** Returns the type of the response's schema, wherever its reference leads. */
async function typeBehind(files: Record<string, string>): Promise<unknown> {
  const loaded = await loadFolder(files)
  expect(loaded.warnings).toEqual([])
  const text = JSON.stringify(loaded.document.paths)
  const name = /#\/components\/schemas\/(\w+)/.exec(text)?.[1] ?? ''
  const schema = loaded.document.components?.schemas?.[name]
  return typeof schema === 'object' ? schema.type : undefined
}

test.each([
  ['its own address', 'https://api.example/v1/openapi.yaml#/components/schemas/Pet'],
  ['its own address, relative', 'openapi.yaml#/components/schemas/Pet'],
  ['a fragment alone', '#/components/schemas/Pet'],
])('a document is what it calls itself: %s', async (_, reference) => {
  const files = { 'openapi.yaml': document(reference, 'https://api.example/v1/openapi.yaml') }
  expect(await typeBehind(files)).toBe('integer')
})

test('an address that is relative, and has another name than the file', async () => {
  const files = {
    'openapi.yaml': document('/descriptions/pets#/components/schemas/Pet', '/descriptions/pets'),
  }
  expect(await typeBehind(files)).toBe('integer')
})

test.each([
  ['by the address below that of the document', 'https://api.example/v1/schemas/pet.yaml#/Pet'],
  ['by its place beside the document', './schemas/pet.yaml#/Pet'],
])('files beside the document are found %s', async (_, reference) => {
  const files = {
    'openapi.yaml': document(reference, 'https://api.example/v1/openapi'),
    'schemas/pet.yaml': 'Pet: { type: string }\n',
  }
  expect(await typeBehind(files)).toBe('string')
})

test('another document is found by what it calls itself, once it was read', async () => {
  const other = openapi(
    "$self: https://other.example/shared\ncomponents: { schemas: { Pet: { $ref: 'https://other.example/shared#/components/schemas/Text' }, Text: { type: string } } }\n",
    '3.2.0',
  )
  const files = {
    'openapi.yaml': document('./other.yaml#/components/schemas/Pet', 'https://api.example/v1/openapi'),
    'other.yaml': other,
  }
  expect(await typeBehind(files)).toBe('string')
})

test('an address elsewhere is remote', async () => {
  const { warnings } = await loadFolder({
    'openapi.yaml': document('https://other.example/pets#/Pet', 'https://api.example/v1/openapi'),
  })
  expect(warnings.map(({ code }) => code)).toEqual(['remote-reference'])
})
