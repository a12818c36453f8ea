import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadFolder, problemsOf } from './folder.ts'

const swagger = (members: string) => `swagger: "2.0"\ninfo: { title: Pets, version: "1" }\n${members}`
const overlay = (...actions: readonly string[]) =>
  `overlay: 1.0.0\nactions:\n${actions.map((action) => `  - ${action}\n`).join('')}`

const PETS = swagger(`consumes: [application/json]
parameters:
  Id: { name: id, in: path, required: true, type: string }
  Pet: { name: pet, in: body, schema: { $ref: '#/definitions/Pet' } }
paths:
  /pets/{id}:
    parameters:
      - { name: note, in: formData, type: string }
      - $ref: '#/parameters/Id'
    put:
      parameters:
        - $ref: '#/parameters/Pet'
        - { name: tags, in: query, type: array,
            items: { type: string } }
      responses:
        '200': { description: ok, schema: { $ref: '#/definitions/Pet' } }
securityDefinitions:
  key: { type: apiKey, name: key, in: header }
definitions:
  Pet:
    properties:
      name: { type: string }
`)

describe('a node of the raised document stands where the 2.0 document has what it was made from', async () => {
  const place = async (pointer: string) => {
    const { locate } = await loadFolder({ 'openapi.yaml': PETS })
    const { line, pointer: written } = locate(pointer)
    return `${line} ${written}`
  }
  test.each([
    ['#/openapi', '1 #/swagger'],
    ['#/components/schemas/Pet/properties/name/type', '24 #/definitions/Pet/properties/name/type'],
    ['#/components/parameters/Id/schema/type', '5 #/parameters/Id/type'],
    ['#/components/securitySchemes/key', '20 #/securityDefinitions/key'],
    ['#/paths/~1pets~1{id}/parameters/0', '11 #/paths/~1pets~1{id}/parameters/1'],
    ['#/paths/~1pets~1{id}/put', '12 #/paths/~1pets~1{id}/put'],
    [
      '#/paths/~1pets~1{id}/put/parameters/0/schema/items/type',
      '16 #/paths/~1pets~1{id}/put/parameters/1/items/type',
    ],
    ['#/paths/~1pets~1{id}/put/requestBody', '13 #/paths/~1pets~1{id}/put/parameters'],
    ['#/paths/~1pets~1{id}/put/requestBody/content', '3 #/consumes'],
    [
      '#/paths/~1pets~1{id}/put/requestBody/content/application~1json/schema/$ref',
      '6 #/parameters/Pet/schema/$ref',
    ],
    [
      '#/paths/~1pets~1{id}/put/responses/200/content/application~1json',
      '18 #/paths/~1pets~1{id}/put/responses/200',
    ],
    [
      '#/paths/~1pets~1{id}/put/responses/200/content/application~1json/schema',
      '18 #/paths/~1pets~1{id}/put/responses/200/schema',
    ],
  ])('%s stands at %s', async (pointer, expected) => {
    expect(await place(pointer)).toBe(expected)
  })
})

describe('mistakes', () => {
  test('are read and placed as in OpenAPI 3', async () => {
    const problems = await problemsOf({
      'openapi.yaml': swagger(`consumes: application/json
paths:
  /pets/{id}:
    get:
      security: [{ nobody: [] }]
      parameters: [{ name: a, in: cookie, type: string }]
      responses:
        2000: { description: ok }
        '200': { description: ok, schema: { $ref: '#/definitions/Nothing' }, shcema: {} }
definitions:
  A: { propertys: {}, properties: [], type: object }
`),
    })
    expect(problems.map(({ code, place }) => `${code} ${place.pointer} ${place.line}`)).toEqual([
      'unresolvable-reference #/paths/~1pets~1{id}/get/responses/200/schema 11',
      'wrong-type #/consumes 3',
      'wrong-value #/paths/~1pets~1{id}/get/parameters/0/in 8',
      'unknown-field #/paths/~1pets~1{id}/get/responses/200/shcema 11',
      'unknown-field #/definitions/A/propertys 13',
      'wrong-type #/definitions/A/properties 13',
      'path-parameter-missing #/paths/~1pets~1{id}/get 6',
      'security-scheme-undeclared #/paths/~1pets~1{id}/get/security/0/nobody 7',
      'wrong-value #/paths/~1pets~1{id}/get/responses/2000 10',
    ])
  })
})

describe('files and references', () => {
  test('what other files hold moves into the sections, and is raised with them', async () => {
    const { document, locate } = await loadFolder({
      'openapi.yaml': swagger(`paths:
  /pets:
    get:
      parameters: [{ $ref: 'shared.yaml#/parameters/Limit' }]
      responses:
        '200': { $ref: 'shared.yaml#/responses/Pets' }
        '400': { description: no, schema: { $ref: '#/paths/~1cats/get/responses/200/schema' } }
  /cats:
    get:
      responses:
        '200': { description: ok, schema: { type: object, x-nullable: true } }
`),
      'shared.yaml': `parameters:
  Limit: { name: limit, in: query, type: integer }
responses:
  Pets: { description: ok, schema: { type: array, items: { $ref: '#/definitions/Pet' } } }
definitions:
  Pet: { discriminator: kind, properties: { kind: { type: string } } }
`,
    })
    expect(document.components).toMatchObject({
      parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } },
      responses: {
        Pets: {
          content: {
            'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
      schemas: {
        Pet: { discriminator: { propertyName: 'kind' } },
        schema: { type: 'object', nullable: true },
      },
    })
    const place = locate('#/components/responses/Pets/content/application~1json/schema/items')
    expect([basename(place.file), place.pointer]).toEqual(['shared.yaml', '#/responses/Pets/schema/items'])
  })
})

describe('overlays', () => {
  test('apply to the document as it is written, and are known in the raised one', async () => {
    const { document, base, decided, locate } = await loadFolder({
      'openapi.yaml': PETS,
      'overlay.yaml': overlay(
        `{ target: $.definitions.Pet.properties, update: { age: { type: integer } } }`,
        `{ target: $, update: { produces: [application/xml] } }`,
        `{ target: "$.paths['/pets/{id}'].put", update: { summary: Replace } }`,
        `{ target: "$.paths['/pets/{id}'].put.parameters[1]", update: { collectionFormat: multi, maxItems: 3 } }`,
      ),
    })
    const put = '#/paths/~1pets~1{id}/put'
    expect(document.components?.schemas).toEqual({
      Pet: { properties: { name: { type: 'string' }, age: { type: 'integer' } } },
    })
    expect(document.paths?.['/pets/{id}']?.put).toMatchObject({
      summary: 'Replace',
      parameters: [{ style: 'form', explode: true, schema: { type: 'array', maxItems: 3 } }],
      responses: { '200': { content: { 'application/xml': {} } } },
    })
    expect(base?.paths?.['/pets/{id}']?.put).toMatchObject({
      parameters: [{ style: 'form', explode: false }],
      responses: { '200': { content: { 'application/json': {} } } },
    })
    expect(base?.components?.schemas).toEqual({ Pet: { properties: { name: { type: 'string' } } } })
    expect(decided).toEqual([
      `${put}/summary`,
      `${put}/parameters/0/schema/maxItems`,
      `${put}/responses/200/content`,
      '#/components/schemas/Pet/properties/age',
    ])
    expect(basename(locate(`${put}/summary`).file)).toBe('overlay.yaml')
  })
})
