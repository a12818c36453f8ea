import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ProblemsError } from '../../../generator/errors/problem.ts'
import { generate } from '../../../generator/generate.ts'
import { readDocument } from '../../../generator/pipeline/read-document.ts'
import type { Filters } from '../../../generator/select/filters.ts'

const folder = mkdtempSync(join(tmpdir(), 'concordat-select-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HEAD = `openapi: 3.2.0
info: { title: Shop, version: '1' }
`
const JSON_OF = (schema: string) =>
  `{ description: ok, content: { application/json: { schema: ${schema} } } }`

/** Everything that one operation can need, and as much that only other operations need. */
const DOCUMENT = `${HEAD}security: [{ key: [] }]
x-events: { stocked: { $ref: '#/components/schemas/Unused' } }
x-logo: shop.png
tags:
  - { name: owners, parent: people }
  - { name: people }
  - { name: pets, parent: shop }
  - { name: shop }
  - { name: staff }
paths:
  /pets:
    parameters: [{ $ref: '#/components/parameters/Trace' }]
    get:
      operationId: listPets
      tags: [pets]
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } }
          links:
            next: { operationId: listPets }
            owner: { operationId: getOwner }
        '400': { $ref: '#/components/responses/Refused' }
    post:
      operationId: addPet
      tags: [pets]
      security: [{ admin: [] }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/NewPet' } } } }
      responses: { '201': ${JSON_OF(`{ $ref: '#/paths/~1owners/get/responses/200/content/application~1json/schema' }`)} }
  /cats:
    get:
      operationId: getCat
      tags: [cats]
      security: []
      responses: { '200': ${JSON_OF("{ $ref: '#/components/schemas/Cat' }")} }
  /owners:
    get:
      operationId: getOwner
      tags: [owners]
      responses: { '200': ${JSON_OF("{ type: object, properties: { friend: { $ref: '#/components/schemas/Owner' } } }")} }
    delete:
      operationId: dropOwner
      tags: [staff]
      security: [{ admin: [] }]
      responses: { '204': { description: gone } }
webhooks:
  petSold:
    post:
      tags: [pets]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Sale' } } } }
      responses: { '204': { description: ok } }
components:
  parameters:
    Trace: { name: trace, in: header, schema: { $ref: '#/components/schemas/TraceId' } }
    Unused: { name: unused, in: query, schema: { type: string } }
  responses:
    Refused: ${JSON_OF("{ $ref: '#/components/schemas/Problem' }")}
  schemas:
    TraceId: { type: string }
    Pet: { type: object, required: [kind], discriminator: { propertyName: kind }, properties: { kind: { type: string } } }
    Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { bark: { $ref: '#/components/schemas/Sound' } } }] }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { meow: { type: boolean } } }] }
    Sound: { type: string }
    NewPet: { oneOf: [{ type: object, properties: { kind: { type: string } } }], discriminator: { propertyName: kind, mapping: { dog: Dog } } }
    Problem: { type: object, properties: { detail: { type: string, examples: [{ $ref: '#/components/schemas/Sound' }] } } }
    Owner: { type: object, properties: { name: { type: string } } }
    Unused: { type: string }
    Sale: { type: object, properties: { price: { type: number } } }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    admin: { type: http, scheme: bearer }
    nobody: { type: http, scheme: basic }
`

async function selected(filters: Filters, text = DOCUMENT) {
  const document = join(folder, 'openapi.yaml')
  writeFileSync(document, text)
  return readDocument({ document, filters })
}

async function names(filters: Filters) {
  const { model, leftOut } = await selected(filters)
  const { components = {}, tags = [], security } = model.document
  return {
    operations: model.operations.map(({ name }) => name),
    webhooks: model.webhooks?.operations.map(({ webhook }) => webhook) ?? [],
    components: Object.fromEntries(
      Object.entries(components).map(([section, map]) => [section, Object.keys(Object(map))]),
    ),
    tags: tags.map(({ name }) => name),
    security,
    leftOut,
  }
}

describe('what is left', () => {
  test('a tag: its operations and webhooks, what these need, credentials that none requires, and the tags that it lies in', async () => {
    expect(await names({ include: { tags: ['pets'] } })).toEqual({
      operations: ['listPets', 'addPet'],
      webhooks: ['petSold'],
      components: {
        parameters: ['Trace'],
        responses: ['Refused'],
        schemas: ['TraceId', 'Pet', 'Dog', 'Cat', 'Sound', 'NewPet', 'Problem', 'Owner', 'Sale', 'schema'],
        securitySchemes: ['key', 'admin', 'nobody'],
      },
      tags: ['pets', 'shop'],
      security: [{ key: [] }],
      leftOut: 3,
    })
  })

  test('an heir brings its parent, and no other heir; its credentials are its own', async () => {
    expect(await names({ include: { operations: ['GET /cats'] } })).toEqual({
      operations: ['getCat'],
      webhooks: [],
      components: { schemas: ['Pet', 'Cat'], securitySchemes: ['nobody'] },
      tags: [],
      security: undefined,
      leftOut: 5,
    })
  })

  test('paths with "*", without what is excluded', async () => {
    const { operations, webhooks, leftOut } = await names({
      include: { paths: ['/p*', '/owners'] },
      exclude: { tags: ['staff'], operations: ['addPet'] },
    })
    expect({ operations, webhooks, leftOut }).toEqual({
      operations: ['listPets', 'getOwner'],
      webhooks: [],
      leftOut: 4,
    })
  })

  test('links lead to operations that are there', async () => {
    const { model } = await selected({ include: { operations: ['listPets'] } })
    const text = JSON.stringify(model.document)
    expect(text).toContain('"operationId":"listPets"')
    expect(text).not.toContain('getOwner')
  })

  test('places are those of the document as it was written', async () => {
    const { model, locate } = await selected({ include: { tags: ['pets'] } })
    const line = (text: string) => DOCUMENT.slice(0, DOCUMENT.indexOf(text)).split('\n').length
    expect(model.document.tags?.[0]?.name).toBe('pets')
    expect(locate('#/tags/0').line).toBe(line('- { name: pets'))
    expect(locate('#/components/schemas/schema/properties').line).toBe(line('friend:'))
    expect(locate('#/components/schemas/Sale').line).toBe(line('Sale:'))
  })
})

test('the output is that of a document which has nothing else', async () => {
  const all = join(folder, 'all.yaml')
  const alone = join(folder, 'alone.yaml')
  writeFileSync(all, DOCUMENT)
  writeFileSync(
    alone,
    `${HEAD}x-logo: shop.png
tags: []
paths:
  /cats:
    get:
      operationId: getCat
      tags: [cats]
      security: []
      responses: { '200': ${JSON_OF("{ $ref: '#/components/schemas/Cat' }")} }
components:
  schemas:
    Pet: { type: object, required: [kind], discriminator: { propertyName: kind }, properties: { kind: { type: string } } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { meow: { type: boolean } } }] }
  securitySchemes:
    nobody: { type: http, scheme: basic }
`,
  )
  const output = join(folder, 'out')
  const filters = { include: { paths: ['/cats'] } }
  const { files } = await generate({ document: all, output, filters })
  const { files: expected } = await generate({ document: alone, output })
  const without = (map: ReadonlyMap<string, string>) =>
    Object.fromEntries([...map].filter(([path]) => path !== 'openapi.json'))
  expect(without(files)).toEqual(without(expected))
  const document = (map: ReadonlyMap<string, string>) => JSON.parse(map.get('openapi.json') ?? '')
  expect({ tags: [], ...document(files) }).toEqual(document(expected))
})

describe('a filter that fits nothing', () => {
  async function refusal(filters: Filters): Promise<string> {
    const error = await selected(filters).catch((reason: unknown) => reason)
    if (!(error instanceof ProblemsError)) throw new Error('No problem was found.', { cause: error })
    return error.message
  }

  test('is told with the nearest name, each at once', async () => {
    const text = await refusal({
      include: { tags: ['pet'], operations: ['listPet'] },
      exclude: { paths: ['/owner'] },
    })
    expect(text).toContain('--tag is "pet", but no operation has this tag. Did you mean "pets"?')
    expect(text).toContain(
      '--operation is "listPet", but no operation has this name. Did you mean "listPets"?',
    )
    expect(text).toContain(
      '--skip-path is "/owner", but the document has no such path. Did you mean "/owners"?',
    )
    expect(text).toContain('filter-matches-nothing')
    expect(text).toMatch(/openapi\.yaml:6:1 filter-matches-nothing/)
    expect(text).toContain('3 problems. Nothing was written.')
  })

  test('lists what there is where no name is near', async () => {
    expect(await refusal({ include: { tags: ['warehouse'] } })).toContain('Tags: pets, cats, owners, staff.')
  })

  test('all together may not leave nothing', async () => {
    expect(await refusal({ include: { tags: ['cats'], paths: ['/owners'] } })).toContain(
      'Together, the filters leave no operation',
    )
  })
})
