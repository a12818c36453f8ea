import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documentOperations } from '../../../generator/document/operations.ts'
import { load } from '../../../generator/load/load.ts'
import { folder, loadFolder, openapi } from './folder.ts'

const OK = `responses: { '204': { description: ok } }`

async function told(text: string) {
  const { document, warnings } = await loadFolder({ 'openapi.yaml': text })
  expect(warnings.every(({ severity, reading }) => severity === 'warning' && reading !== undefined)).toBe(
    true,
  )
  return { document, codes: warnings.map(({ code, place }) => [code, place.pointer, place.line]) }
}

test('a status is not an item, though it is a number', async () => {
  const { warnings } = await loadFolder({
    'openapi.yaml': openapi(`paths: { /a: { get: { parameters: [7], responses: { '200': null } } } }`),
  })
  expect(warnings.map(({ message }) => message)).toEqual([
    'Item 0 of "parameters" is the number 7; expected an object.',
    '"200" is null; expected an object.',
  ])
})

describe('what would be lost in silence has a warning', () => {
  test('a path that does not begin with "/", and two that match the same requests', async () => {
    const { document, codes } = await told(
      openapi(`paths:
  pets: { get: { ${OK} } }
  /pets/{id}: { get: { parameters: [{ name: id, in: path, required: true }], ${OK} } }
  /pets/{name}: { get: { parameters: [{ name: name, in: path, required: true }], ${OK} } }
`),
    )
    expect(codes).toEqual([
      ['wrong-value', '#/paths/pets', 4],
      ['path-twice', '#/paths/~1pets~1{name}', 6],
    ])
    expect(Object.keys(document.paths ?? {})).toEqual(['/pets', '/pets/{id}', '/pets/{name}'])
  })

  test('a path with variables after ":", as far as an operation declares them', async () => {
    const { document, codes } = await told(
      openapi(`paths:
  /pets/:petId/toys/:all:
    get: { parameters: [{ name: petId, in: path, required: true, schema: { type: string } }], ${OK} }
    delete: { ${OK} }
`),
    )
    expect(codes).toEqual([
      ['wrong-value', '#/paths/~1pets~1:petId~1toys~1:all', 4],
      ['path-parameter-missing', '#/paths/~1pets~1:petId~1toys~1:all/delete', 6],
    ])
    expect(Object.keys(document.paths ?? {})).toEqual(['/pets/{petId}/toys/:all'])
  })

  test('a path that begins with a whole path, which keeps its slashes', async () => {
    const { document, warnings } = await loadFolder({
      'openapi.yaml': openapi(`paths:
  '{pet_href}':
    parameters: [{ name: pet_href, in: path, required: true, schema: { type: string } }]
    get: { ${OK} }
  '{pet_href}toys/':
    parameters: [{ name: pet_href, in: path, required: true, schema: { type: string } }]
    get: { ${OK} }
  '{tenant}/pets':
    parameters: [{ name: tenant, in: path, required: true, schema: { type: string } }]
    get: { ${OK} }
  pets: { get: { ${OK} } }
  /pets: { get: { ${OK} } }
`),
    })
    expect(warnings.map(({ place, reading }) => [place.pointer, place.line, reading])).toEqual([
      ['#/paths/{pet_href}', 4, '"/{+pet_href}"'],
      ['#/paths/{pet_href}toys~1', 7, '"/{+pet_href}toys/"'],
      ['#/paths/{tenant}~1pets', 10, '"/{tenant}/pets"'],
      ['#/paths/pets', 13, 'if it were not there'],
    ])
    expect(Object.keys(document.paths ?? {})).toEqual([
      '/{+pet_href}',
      '/{+pet_href}toys/',
      '/{tenant}/pets',
      '/pets',
    ])
  })

  test('a path that begins with the whole path of an item, below its collection where that is wanted', async () => {
    const { document } = await loadFolder(
      {
        'openapi.yaml': openapi(`paths:
  /api/pets/: { get: { operationId: pets_list, ${OK} } }
  '{pet_href}':
    parameters: [{ name: pet_href, in: path, required: true, schema: { type: string } }]
    get: { operationId: pets_read, ${OK} }
  '{pet_href}toys/':
    parameters: [{ name: pet_href, in: path, required: true, schema: { type: string } }]
    get: { operationId: pets_toys_list, ${OK} }
  '{pet_toy_href}':
    parameters: [{ name: pet_toy_href, in: path, required: true, schema: { type: string } }]
    delete: { operationId: pets_toys_delete, ${OK} }
  '{keeper_href}':
    parameters: [{ name: keeper_href, in: path, required: true, schema: { type: string } }]
    get: { operationId: keepers_read, ${OK} }
`),
      },
      { areHrefsNames: true },
    )
    expect(Object.keys(document.paths ?? {})).toEqual([
      '/api/pets/',
      '/api/pets/{pet_href}/',
      '/api/pets/{pet_href}/toys/',
      '/api/pets/{pet_href}/toys/{pet_toy_href}/',
      '/{+keeper_href}',
    ])
  })

  test('additional methods that have a field of their own, or that no request can have', async () => {
    const { document, codes } = await told(
      openapi(`paths:
  /a:
    query: { ${OK} }
    additionalOperations:
      COPY: { ${OK} }
      query: { ${OK} }
      'MOVE AWAY': { ${OK} }
`),
    )
    expect(codes).toEqual([
      ['wrong-value', '#/paths/~1a/additionalOperations/query', 8],
      ['wrong-value', '#/paths/~1a/additionalOperations/MOVE AWAY', 9],
    ])
    expect([...documentOperations(document)].map(({ method, pointer }) => [method, pointer])).toEqual([
      ['QUERY', '#/paths/~1a/query'],
      ['COPY', '#/paths/~1a/additionalOperations/COPY'],
    ])
  })

  test('paths that differ by a fragment alone, and members of a path that OpenAPI has no method for', async () => {
    const { document, codes } = await told(
      openapi(`paths:
  /x#stream:
    get: { ${OK} }
    connect: { ${OK} }
  /x#whole:
    get: { ${OK} }
    x-note: { ${OK} }
`),
    )
    expect(codes).toEqual([
      ['unknown-field', '#/paths/~1x#stream/connect', 6],
      ['path-twice', '#/paths/~1x#whole', 7],
    ])
    expect([...documentOperations(document)].map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /x#stream',
      'GET /x#whole',
    ])
  })

  test('an undeclared security scheme is declared as a bearer token, so that a server starts', async () => {
    const { document } = await told(
      openapi(`paths: { /a: { get: { security: [{ key: [], token: [] }], ${OK} } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: x-key } } }
`),
    )
    expect(document.components?.securitySchemes).toEqual({
      key: { type: 'apiKey', in: 'header', name: 'x-key' },
      token: { type: 'http', scheme: 'bearer' },
    })
    const { document: bare } = await told(openapi(`paths: {}\nsecurity: [{ token: [] }]`))
    expect(bare.components?.securitySchemes).toEqual({ token: { type: 'http', scheme: 'bearer' } })
  })

  test('keys of responses that are not statuses', async () => {
    const { document, codes } = await told(
      openapi(`paths:
  /a:
    get:
      responses:
        '204': { description: ok }
        4xx: { description: wrong }
        default: { description: wrong }
        2000: { description: ok }
        ok: { description: ok }
        x-note: kept
`),
    )
    expect(codes).toEqual([
      ['wrong-value', '#/paths/~1a/get/responses/2000', 10],
      ['wrong-value', '#/paths/~1a/get/responses/ok', 11],
    ])
    expect(Object.keys(document.paths?.['/a']?.get?.responses ?? {})).toEqual([
      '204',
      '4xx',
      'default',
      'x-note',
    ])
  })

  test('misspelt fields, of schemas, path items and other objects, and no others', async () => {
    const { codes } = await told(
      openapi(`paths:
  /a: { gett: { ${OK} }, x-gett: 1 }
components:
  schemas:
    A: { propertys: {}, Description: a, additionalproperties: false, $id: a, id: a, kind: b, unheard: 1 }
    B: { properties: { propertys: { type: string } }, example: { propertys: 1 } }
`),
    )
    expect(codes).toEqual([
      ['unknown-field', '#/paths/~1a/gett', 4],
      ['unknown-field', '#/components/schemas/A/propertys', 7],
      ['unknown-field', '#/components/schemas/A/Description', 7],
      ['unknown-field', '#/components/schemas/A/additionalproperties', 7],
    ])
  })

  test('security schemes that are not declared', async () => {
    const { codes } = await told(
      openapi(`security: [{ known: [] }, { gone: [] }]
paths: { /a: { get: { security: [{}, { lost: [] }], ${OK} } } }
components: { securitySchemes: { known: { type: http, scheme: bearer } } }
`),
    )
    expect(codes).toEqual([
      ['security-scheme-undeclared', '#/security/1/gone', 3],
      ['security-scheme-undeclared', '#/paths/~1a/get/security/1/lost', 4],
    ])
  })

  test('keys that a JSON object has twice, each where it stands again', async () => {
    const text = `{
  "openapi": "3.1.1",
  "info": { "title": "a \\"b\\": {", "version": "1" },
  "tags": [{ "name": "a" }, { "name": "a", "name": "b" }],
  "paths": {
    "/a": { "get": { "responses": { "204": { "description": "ok" } } } },
    "/a": { "put": { "responses": { "204": { "description": "ok" } } } }
  }
}`
    const root = await folder({ 'openapi.json': text })
    const { document, warnings } = await load({ document: join(root, 'openapi.json'), overlays: [] })
    expect(warnings.map(({ code, place }) => [code, place.pointer, place.line, place.column])).toEqual([
      ['key-twice', '#/tags/1/name', 4, 44],
      ['key-twice', '#/paths/~1a', 7, 5],
    ])
    expect(Object.keys(document.paths?.['/a'] ?? {})).toEqual(['put'])
  })
})
