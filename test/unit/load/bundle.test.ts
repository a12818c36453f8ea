import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadFolder, openapi, problemsOf } from './folder.ts'

/** Returns every `$ref` in a tree. */
function references(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) =>
    name === '$ref' && typeof value === 'string' ? [value] : references(value),
  )
}

const PATH_TO_SCHEMA = (reference: string) =>
  openapi(`paths:
  /pets:
    get:
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '${reference}' } } } }
`)

describe('names of what is moved into components', () => {
  test('a component that is only a reference gives its name to the file', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': `${PATH_TO_SCHEMA('schemas/pet.yaml')}components: { schemas: { Animal: { $ref: schemas/pet.yaml } } }`,
      'schemas/pet.yaml': 'type: object',
    })
    expect(document['components']).toEqual({ schemas: { Animal: { type: 'object' } } })
    expect(references(document)).toEqual(['#/components/schemas/Animal'])
  })

  test('the last segment of the pointer, then the file name, then its folder make a name unique', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': openapi(`components:
  schemas:
    All:
      oneOf: [{ $ref: a/pet.yaml }, { $ref: b/pet.yaml }, { $ref: 'a/pet.yaml#/$defs/Tag' }, { $ref: 'b/pet.yaml#/$defs/Tag' }]
`),
      'a/pet.yaml': 'type: object\n$defs: { Tag: { type: string } }',
      'b/pet.yaml': 'type: array\n$defs: { Tag: { type: integer } }',
    })
    expect(references(document)).toEqual(
      ['pet', 'b_pet', 'Tag', 'pet_Tag'].map((name) => `#/components/schemas/${name}`),
    )
    expect(document).toHaveProperty('components.schemas.pet_Tag', { type: 'integer' })
  })

  test('two nodes whose pointers differ in an escaped character alone are two', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': openapi(`components:
  schemas:
    All: { oneOf: [{ $ref: 'pets.yaml#/a~1b' }, { $ref: 'pets.yaml#/a~01b' }] }
`),
      'pets.yaml': 'a/b: { type: string }\na~1b: { type: integer }',
    })
    const types = references(document).map((reference) => {
      const name = reference.replace('#/components/schemas/', '')
      return Object(document['components']).schemas[name].type
    })
    expect(types).toEqual(['string', 'integer'])
  })

  test('a name that the document declares is not taken from it', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': `${PATH_TO_SCHEMA('pet.yaml')}components: { schemas: { pet: { type: string } } }`,
      'pet.yaml': 'type: object',
    })
    expect(document).toHaveProperty('components.schemas.pet', { type: 'string' })
    expect(references(document)).not.toContain('#/components/schemas/pet')
  })
})

describe('what a position decides', () => {
  test('each kind of object goes to its own section; path items, maps and scalars take the place of the reference', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': openapi('paths:\n  /pets: { $ref: paths.yaml#/pets }'),
      'paths.yaml': `pets:
  get:
    description: { $ref: 'parts.yaml#/text' }
    parameters: [{ $ref: 'parts.yaml#/Limit' }]
    requestBody: { $ref: 'parts.yaml#/Body' }
    responses:
      '200': { $ref: 'parts.yaml#/Ok' }
`,
      'parts.yaml': `text: Lists pets.
Limit: { name: limit, in: query, schema: { type: integer } }
Body: { content: { application/json: { schema: { type: object, properties: { $ref: '#/members' } } } } }
Ok: { description: ok, headers: { ETag: { $ref: '#/ETag' } }, links: { next: { $ref: '#/Next' } } }
ETag: { schema: { type: string } }
Next: { operationId: list }
members: { name: { type: string } }
`,
    })
    expect(document).toHaveProperty(['paths', '/pets', 'get', 'description'], 'Lists pets.')
    expect(references(document).toSorted()).toEqual([
      '#/components/headers/ETag',
      '#/components/links/Next',
      '#/components/parameters/Limit',
      '#/components/requestBodies/Body',
      '#/components/responses/Ok',
    ])
    expect(JSON.stringify(document)).toContain('"properties":{"name":{"type":"string"}}')
  })

  test('a reference inside a literal is data, and is not even read', async () => {
    const literals = `example: { $ref: none.yaml }
      default: { $ref: none.yaml }
      const: { $ref: none.yaml }
      enum: [{ $ref: none.yaml }]
      x-note: { $ref: none.yaml }`
    const files = { 'openapi.yaml': openapi(`components:\n  schemas:\n    Pet:\n      ${literals}`) }
    const { document, files: read } = await loadFolder(files)
    expect(references(document)).toEqual(Array(5).fill('none.yaml'))
    expect(read.map((file) => basename(file))).toEqual(['openapi.yaml'])
  })

  test('properties named like literals and `$ref` hold schemas', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': openapi(`components:
  schemas:
    Node:
      properties:
        $ref: { type: string }
        example: { $ref: part.yaml }
        x-part: { $ref: part.yaml }
  responses:
    default: { $ref: part.yaml#/response }
`),
      'part.yaml': 'type: integer\nresponse: { description: failed }',
    })
    expect(document).toHaveProperty('components.responses.default', { description: 'failed' })
    expect(document).toHaveProperty('components.schemas.Node.properties.$ref', { type: 'string' })
    expect(references(document)).toEqual(['#/components/schemas/part', '#/components/schemas/part'])
  })

  test('a discriminator maps to the schemas that its references lead to', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': openapi(`components:
  schemas:
    Pet: { oneOf: [{ $ref: cat.yaml }], discriminator: { propertyName: kind, mapping: { c: cat.yaml, d: Dog } } }
    Dog: { type: object }
`),
      'cat.yaml': 'type: object',
    })
    expect(document).toHaveProperty('components.schemas.Pet.discriminator.mapping', {
      c: '#/components/schemas/cat',
      d: 'Dog',
    })
  })
})

describe('references', () => {
  test('cycles across files and within a file become local cycles', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': PATH_TO_SCHEMA('person.yaml'),
      'person.yaml': 'properties: { pet: { $ref: pet.yaml }, friend: { $ref: "#" } }',
      'pet.yaml': 'properties: { owner: { $ref: person.yaml } }',
    })
    expect(document['components']).toEqual({
      schemas: {
        person: {
          properties: {
            pet: { $ref: '#/components/schemas/pet' },
            friend: { $ref: '#/components/schemas/person' },
          },
        },
        pet: { properties: { owner: { $ref: '#/components/schemas/person' } } },
      },
    })
  })

  test('a reference back into the document stays where it points', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': `${PATH_TO_SCHEMA('pet.yaml')}components: { schemas: { Tag: { type: string } } }`,
      'pet.yaml': 'properties: { tag: { $ref: "openapi.yaml#/components/schemas/Tag" } }',
    })
    expect(document).toHaveProperty('components.schemas.pet.properties.tag', {
      $ref: '#/components/schemas/Tag',
    })
  })

  test('encoded references are written in one form, and deep ones end where a reference in their way leads', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': openapi(`components:
  schemas:
    'a{b}': { type: string }
    Real: { properties: { 'x/y': { type: string } } }
    Alias: { $ref: '#/components/schemas/Real' }
    All: { anyOf: [{ $ref: '#/components/schemas/a%7Bb%7D' }, { $ref: '#/components/schemas/Alias/properties/x~1y' }] }
`),
    })
    expect(document).toHaveProperty('components.schemas.All.anyOf', [
      { $ref: '#/components/schemas/a{b}' },
      { $ref: '#/components/schemas/Real/properties/x~1y' },
    ])
  })

  test('siblings of a reference count in schemas of 3.1, and are ignored in 3.0 with a warning where that matters', async () => {
    const members = `components: { schemas: { A: { type: string }, B: { properties: { a: { $ref: '#/components/schemas/A', nullable: true, description: text } } } } }`
    const modern = await loadFolder({ 'openapi.yaml': openapi(members) })
    expect(modern.document).toHaveProperty('components.schemas.B.properties.a.nullable', true)
    const old = await loadFolder({ 'openapi.yaml': openapi(members, '3.0.3') })
    expect(old.document).toHaveProperty('components.schemas.B.properties.a', {
      $ref: '#/components/schemas/A',
    })
    expect(old.warnings.map(({ code, place }) => [code, place.line])).toEqual([
      ['reference-siblings-ignored', 3],
    ])
  })

  test('YAML aliases become nodes of their own', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': openapi(`components:
  schemas:
    A: &a { properties: { b: { $ref: b.yaml } } }
    C: *a
`),
      'b.yaml': 'type: string',
    })
    const schemas = (document['components'] as { schemas: Record<string, unknown> }).schemas
    expect(schemas['A']).toEqual(schemas['C'])
    expect(schemas['A']).not.toBe(schemas['C'])
  })
})

describe('problems', () => {
  test('all unresolvable references are reported at once, each in the file that holds it', async () => {
    const problems = await problemsOf({
      'openapi.yaml': openapi(`components:
  schemas:
    A: { $ref: '#/components/schemas/Missing' }
    B: { $ref: gone.yaml }
    C: { $ref: part.yaml }
    D: { $ref: 'http://127.0.0.1:9/x.json' }
`),
      'part.yaml': 'properties:\n  a:\n    $ref: "#/nowhere"',
    })
    const seen = problems
      .map(({ code, place }) => [code, basename(place.file), place.line, place.pointer])
      .toSorted()
    expect(seen).toEqual([
      ['remote-reference', 'openapi.yaml', 8, '#/components/schemas/D'],
      ['unresolvable-reference', 'openapi.yaml', 5, '#/components/schemas/A'],
      ['unresolvable-reference', 'openapi.yaml', 6, '#/components/schemas/B'],
      ['unresolvable-reference', 'part.yaml', 2, '#/properties/a'],
    ])
  })

  test('a reference to a misspelt name says which one is there', async () => {
    const { warnings } = await loadFolder({
      'openapi.yaml': openapi(`components:
  schemas: { A: { $ref: '#/components/schemas/Pett' }, Pet: { type: string } }`),
    })
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^"#\/components\/schemas\/Pett" has no target: ".*openapi\.yaml" has no "Pett" in #\/components\/schemas\. Did you mean "Pet"\?$/,
      ),
    ])
  })

  test.each([
    ['in the document', `A: { $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/A' }`],
    ['through itself', `A: { $ref: '#/components/schemas/A/properties/x' }`],
    ['in another file', 'A: { $ref: loop.yaml }'],
    ['in another file, through itself', 'A: { $ref: loop.yaml#/x/y }'],
  ])('references that lead to nothing but themselves, %s', async (_, schemas) => {
    const problems = await problemsOf({
      'openapi.yaml': openapi(`components:\n  schemas:\n    ${schemas}`),
      'loop.yaml': '$ref: loop.yaml',
    })
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['reference-cycle']))
  })

  test('a path item cannot contain itself', async () => {
    const problems = await problemsOf({
      'openapi.yaml': openapi('paths: { /a: { $ref: a.yaml } }'),
      'a.yaml': `get: { responses: { '200': { description: ok } }, callbacks: { again: { '{$url}': { $ref: a.yaml } } } }`,
    })
    expect(problems.map(({ code }) => code)).toEqual(['reference-cycle'])
  })
})
