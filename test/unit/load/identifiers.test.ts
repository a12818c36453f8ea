import { expect, test } from 'vitest'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder, openapi } from './folder.ts'

const schemas = (members: string) => openapi(`paths: {}\ncomponents:\n  schemas:\n${members}`)

/** Returns the definitions of a document that loads without warnings. */
async function definitionsOf(files: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const loaded = await loadFolder(files)
  const { model, warnings } = buildModel(loaded)
  expect(warnings).toEqual([])
  return Object.fromEntries(model.schemas.map(({ name, schema }) => [name, schema]))
}

const PET = "    Pet: { $id: 'https://pets.example/schemas/pet', $anchor: pet, type: integer }\n"

test.each([
  ['its "$id"', 'https://pets.example/schemas/pet'],
  ['its "$id" and an anchor', 'https://pets.example/schemas/pet#pet'],
  ['a pointer', '#/components/schemas/Pet'],
])('a schema is found by %s', async (_, reference) => {
  const text = schemas(`${PET}    Owner: { properties: { pet: { $ref: '${reference}' } } }`)
  expect(await definitionsOf({ 'openapi.yaml': text })).toMatchObject({
    Owner: { properties: { pet: { $ref: '#/$defs/Pet' } } },
  })
})

test.each([
  ['an "$id" of the document', 'https://pets.example/schemas/pet', 'integer'],
  ['its anchor', 'https://pets.example/schemas/pet#pet', 'integer'],
  ['a relative "$id" of the document', 'size', 'string'],
  ['an "$id" that the overlay adds', 'https://pets.example/tag', 'boolean'],
  ['an anchor that the overlay adds', '#tag', 'boolean'],
])('an overlay refers to %s', async (_, reference, type) => {
  const tag = "{ $id: 'https://pets.example/tag', type: boolean }, Anchored: { $anchor: tag, type: boolean }"
  const files = {
    'openapi.yaml': schemas(
      `${PET}    Size: { $id: size, type: string }\n    Owner: { type: object, properties: {} }`,
    ),
    'overlay.yaml': `overlay: 1.0.0
info: { title: More, version: '1' }
actions:
  - { target: $.components.schemas, update: { Tag: ${tag} } }
  - { target: $.components.schemas.Owner.properties, update: { it: { $ref: '${reference}' } } }`,
  }
  const definitions = await definitionsOf(files)
  const owner = definitions['Owner'] as { properties: { it: { $ref: string } } }
  expect(definitions[owner.properties.it.$ref.replace('#/$defs/', '')]).toEqual({ type })
})

test('a relative "$id" is found by a relative reference', async () => {
  const text = schemas('    Pet: { $id: pet, type: integer }\n    Other: { $id: other, $ref: pet }')
  expect(await definitionsOf({ 'openapi.yaml': text })).toMatchObject({ Other: { $ref: '#/$defs/Pet' } })
})

test('references in a schema with an "$id" are relative to it, and else to the document', async () => {
  const text = schemas(`${PET}    Tree:
      $id: https://pets.example/schemas/tree
      properties: { self: { $ref: '#' }, leaf: { $ref: '#/$defs/leaf' }, pet: { $ref: pet }, same: { $ref: '#/components/schemas/Pet' } }
      $defs: { leaf: { type: string } }`)
  const { Tree, ...others } = await definitionsOf({ 'openapi.yaml': text })
  expect(Tree).toMatchObject({
    properties: {
      self: { $ref: '#/$defs/Tree' },
      pet: { $ref: '#/$defs/Pet' },
      same: { $ref: '#/$defs/Pet' },
    },
  })
  expect(Object.values(others)).toContainEqual({ type: 'string' })
})

test('an anchor is looked for in the component first, then in the document', async () => {
  const text =
    schemas(`    A: { properties: { x: { $ref: '#it' } }, $defs: { it: { $anchor: it, type: string } } }
    B: { properties: { x: { $ref: '#it' } }, $defs: { it: { $anchor: it, type: integer } } }
    C: { properties: { x: { $ref: '#it' } } }`)
  const definitions = await definitionsOf({ 'openapi.yaml': text })
  const typeOfX = (name: string) => {
    const { $ref } = (definitions[name] as { properties: { x: { $ref: string } } }).properties.x
    return definitions[$ref.replace('#/$defs/', '')]
  }
  expect(['A', 'B', 'C'].map(typeOfX)).toEqual([{ type: 'string' }, { type: 'integer' }, { type: 'string' }])
})

test('a discriminator names a schema by its "$id"', async () => {
  const text =
    schemas(`    Cat: { $id: 'https://pets.example/cat', type: object, required: [kind], properties: { kind: { type: string } } }
    Pet: { oneOf: [{ $ref: 'https://pets.example/cat' }], discriminator: { propertyName: kind, mapping: { c: 'https://pets.example/cat' } } }`)
  expect(await definitionsOf({ 'openapi.yaml': text })).toMatchObject({
    Pet: { discriminator: { mapping: { c: '#/$defs/Cat' } } },
  })
})

test('a text that looks like an identifier or a reference stays data', async () => {
  const text = schemas(
    `    Pet: { $id: pet, type: object, examples: [{ $id: other, $ref: pet }], properties: { $id: { type: string } } }`,
  )
  expect(await definitionsOf({ 'openapi.yaml': text })).toMatchObject({
    Pet: { examples: [{ $id: 'other', $ref: 'pet' }], properties: { $id: { type: 'string' } } },
  })
})

test.each([
  ['an anchor', 'schemas/pet.json#size'],
  ['its "$id" and an anchor, once it was read', 'https://pets.example/schemas/pet.json#size'],
])('a schema of another file is found by %s', async (_, reference) => {
  const files = {
    'openapi.yaml': schemas(
      `    Pet: { $ref: schemas/pet.json }\n    Size: { properties: { size: { $ref: '${reference}' } } }`,
    ),
    'schemas/pet.json': JSON.stringify({
      $id: 'https://pets.example/schemas/pet.json',
      properties: {
        size: { $anchor: 'size', properties: { unit: { $ref: 'https://pets.example/schemas/unit.json' } } },
        self: { $ref: '#' },
        same: { $ref: '#size' },
      },
    }),
    'schemas/unit.json': '{ "type": "string" }',
  }
  const definitions = await definitionsOf(files)
  expect(JSON.stringify(definitions['Size'])).toMatch(/"\$ref":"#\/\$defs\/\w+"/)
  expect(Object.values(definitions)).toContainEqual({ type: 'string' })
})
