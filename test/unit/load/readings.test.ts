import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ProblemsError } from '../../../generator/errors/problem.ts'
import { load } from '../../../generator/load/load.ts'
import { readDocument } from '../../../generator/pipeline/read-document.ts'
import { folder, loadFolder, openapi, problemsOf } from './folder.ts'

const OK = `responses: { '204': { description: ok } }`

/** Returns a document as it was read, and its warnings. */
async function read(text: string) {
  const { document, warnings } = await loadFolder({ 'openapi.yaml': text })
  const told = warnings.map(({ code, place, reading }) => [code, place.pointer, reading])
  expect(warnings.every(({ severity }) => severity === 'warning')).toBe(true)
  return { document, told }
}

const ABSENT = 'if it were not there'

describe('a value of another type', () => {
  test('of a field is absent', async () => {
    const { document, told } = await read(
      openapi(`paths: { /a: { get: { tags: null, parameters: {}, ${OK} } } }`),
    )
    expect(document.paths?.['/a']?.get).toEqual({ responses: { 204: { description: 'ok' } } })
    expect(told).toEqual([
      ['wrong-type', '#/paths/~1a/get/tags', ABSENT],
      ['wrong-type', '#/paths/~1a/get/parameters', ABSENT],
    ])
  })

  test('null among the types of a schema is the type "null"', async () => {
    const { document, told } = await read(
      openapi('paths: {}\ncomponents: { schemas: { A: { type: [string, null], enum: [a, null] } } }'),
    )
    expect(document.components?.schemas?.['A']).toEqual({ type: ['string', 'null'], enum: ['a', null] })
    expect(told).toEqual([['wrong-type', '#/components/schemas/A/type/1', '"null"']])
  })

  test('of a named member is empty, so that its name is kept', async () => {
    const { document, told } = await read(
      openapi(`security: [{ oauth: null }]
paths: { /a: { get: { responses: { '204': null } } } }
components: { schemas: { A: null, B: { properties: { b: [] } } }, securitySchemes: { oauth: { type: oauth2 }, oauth2: null } }`),
    )
    expect(document.security).toEqual([{ oauth: [] }])
    expect(document.paths?.['/a']?.get?.responses).toEqual({ 204: {} })
    expect(document.components).toEqual({
      schemas: { A: {}, B: { properties: { b: {} } } },
      securitySchemes: { oauth: { type: 'oauth2' } },
    })
    expect(told.map(([, pointer, reading]) => [pointer, reading])).toEqual([
      ['#/security/0/oauth', 'an empty array'],
      ['#/paths/~1a/get/responses/204', 'an empty object'],
      ['#/components/schemas/A', 'an empty object'],
      ['#/components/schemas/B/properties/b', 'an empty object'],
      ['#/components/securitySchemes/oauth2', ABSENT],
    ])
  })

  test('of an item is absent, and the items behind it are still found where they are written', async () => {
    const root = await folder({
      'openapi.yaml': openapi(`tags:
  - null
  - name: a
  - 7
  - name: 8
  - name: b
`),
    })
    const { document, warnings, locate } = await load({ document: join(root, 'openapi.yaml'), overlays: [] })
    expect(document.tags).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(warnings.map(({ place }) => [place.pointer, place.line])).toEqual([
      ['#/tags/0', 4],
      ['#/tags/2', 6],
      ['#/tags/3/name', 7],
    ])
    expect(locate('#/tags/1/name')).toMatchObject({ pointer: '#/tags/4/name', line: 8 })
  })

  test('"required" inside the schema of a property is dropped', async () => {
    const { document } = await read(
      openapi(
        'components: { schemas: { A: { required: [a], properties: { a: { type: string, required: true } } } } }',
      ),
    )
    expect(document.components?.schemas).toEqual({
      A: { required: ['a'], properties: { a: { type: 'string' } } },
    })
  })
})

describe('an object without a field that OpenAPI requires', () => {
  test('is absent, or has an empty one where that says nothing', async () => {
    const { document, told } = await read(`openapi: 3.1.0
tags: [{ description: nameless }]
paths:
  /a: { post: { requestBody: {}, ${OK} } }
`)
    expect(document.info).toEqual({})
    expect(document.tags).toEqual([])
    expect(document.paths?.['/a']?.post).toMatchObject({ requestBody: { content: {} } })
    expect(told).toEqual([
      ['missing-field', '#', 'if its "info" were empty'],
      ['missing-field', '#/tags/0', ABSENT],
      ['missing-field', '#/paths/~1a/post/requestBody', 'if its "content" were empty'],
    ])
  })

  test.each([
    ['without a name', '{ in: query }', '#/paths/~1a/get/parameters/0'],
    ['in a place that requests do not have', '{ name: a, in: formData }', '#/paths/~1a/get/parameters/0/in'],
  ])('is an error for a parameter %s, which callers could not send', async (_name, parameter, pointer) => {
    const text = openapi(`paths: { /a: { get: { parameters: [${parameter}], ${OK} } } }`)
    await expect(loadFolder({ 'openapi.yaml': text })).rejects.toMatchObject({
      problems: [{ severity: 'error', place: { pointer } }],
    })
  })

  test('takes the references to it with it, and those to these', async () => {
    const { document, told } = await read(
      openapi(`paths: { /a: { get: { ${OK} } } }
components: { securitySchemes: { A: { $ref: '#/components/securitySchemes/B' }, B: { type: secret } } }`),
    )
    expect(document.components?.securitySchemes).toEqual({})
    expect(told.map(([code, pointer]) => [code, pointer])).toContainEqual([
      'unresolvable-reference',
      '#/components/securitySchemes/A',
    ])
  })

  test('an object of another kind is not referred to; one that serves as both is', async () => {
    const { document, told } = await read(
      openapi(`paths:
  /a:
    get:
      parameters: [{ $ref: '#/components/schemas/A' }]
      responses: { '204': { description: ok, headers: { Limit: { $ref: '#/components/parameters/Limit' } } } }
components:
  schemas: { A: { $ref: '#/components/parameters/Limit' } }
  parameters: { Limit: { name: Limit, in: query, required: true, schema: { type: integer } } }`),
    )
    expect(told.map(([code, pointer]) => [code, pointer])).toEqual([
      ['unresolvable-reference', '#/components/schemas/A'],
      ['unresolvable-reference', '#/paths/~1a/get/parameters/0'],
    ])
    expect(document.components?.schemas).toEqual({ A: {} })
    expect(document.components?.parameters).toMatchObject({ Limit: { required: true } })
    expect(document.paths?.['/a']?.get?.responses?.['204']).toHaveProperty('headers.Limit.$ref')
  })
})

describe('a reference to nothing', () => {
  test('of a schema is unknown, in a list too; of another object it is absent', async () => {
    const { document, told } = await read(
      openapi(`paths:
  /a:
    get:
      parameters: [{ $ref: '#/components/parameters/Gone' }, { name: b, in: query }]
      responses: { '204': { $ref: '#/components/responses/Gone' } }
components:
  schemas: { A: { allOf: [{ $ref: '#/components/schemas/Gone', description: kept }, { type: object }] } }
  examples: { unused: { $ref: '#/components/examples/Gone' } }`),
    )
    expect(document.paths?.['/a']?.get).toEqual({ parameters: [{ name: 'b', in: 'query' }], responses: {} })
    expect(document.components).toEqual({
      schemas: { A: { allOf: [{ description: 'kept' }, { type: 'object' }] } },
      examples: {},
    })
    expect(told.map(([, , reading]) => reading).toSorted()).toEqual([
      ABSENT,
      ABSENT,
      ABSENT,
      'unknown: any value fits',
    ])
  })

  test.each([
    ['a path', 'paths: { /a: { $ref: gone.yaml } }'],
    ['a parameter', "paths: { /a: { get: { parameters: [{ $ref: 'gone.yaml#/a' }], responses: {} } } }"],
    ['a response', "paths: { /a: { get: { responses: { '200': { $ref: gone.yaml } } } } }"],
    [
      'a schema',
      "paths: {}\ncomponents: { schemas: { A: { properties: { a: { $ref: 'gone.yaml#/A' } } } } }",
    ],
  ])('to a file, of %s, is a problem: whatever the file has would be lost', async (_, members) => {
    const problems = await problemsOf({ 'openapi.yaml': openapi(members) })
    expect(problems).toMatchObject([{ code: 'unresolvable-reference', severity: 'error' }])
  })

  test('of a mapping is absent', async () => {
    const { document } = await read(
      openapi(
        `components: { schemas: { A: { discriminator: { propertyName: k, mapping: { a: '#/components/schemas/A', b: '#/no' } } } } }`,
      ),
    )
    expect(document.components?.schemas?.['A']).toMatchObject({
      discriminator: { mapping: { a: '#/components/schemas/A' } },
    })
    expect(document).not.toHaveProperty('components.schemas.A.discriminator.mapping.b')
  })
})

test('a path parameter that is missing is a required string, one that is unused is absent', async () => {
  const { document } = await read(
    openapi(`paths:
  /a/{b}:
    parameters: [{ name: x, in: path, required: true }, { name: q, in: query }]
    get: { parameters: [{ name: y, in: path, required: true }], ${OK} }
    put: { ${OK} }
`),
  )
  const b = { name: 'b', in: 'path', required: true, schema: { type: 'string' } }
  const item = document.paths?.['/a/{b}']
  expect(item?.parameters).toEqual([{ name: 'q', in: 'query' }])
  expect(item?.get?.parameters).toEqual([b])
  expect(item?.put?.parameters).toEqual([b])
})

describe('read strictly', () => {
  const strictly = async (text: string) => {
    const root = await folder({ 'openapi.yaml': text })
    return readDocument({ document: join(root, 'openapi.yaml'), strict: true })
  }

  test('every reading is an error, those of the model too', async () => {
    const error = await strictly(
      openapi(
        `tags: null\npaths: { /a: { get: { operationId: a, ${OK} }, put: { operationId: a, ${OK} } } }`,
      ),
    ).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ProblemsError)
    expect(error).toMatchObject({
      problems: [
        { code: 'wrong-type', severity: 'error' },
        { code: 'duplicate-operation-id', severity: 'error' },
      ],
    })
  })

  test('a keyword that is left out, and a mapping that leads to no schema', async () => {
    const error = await strictly(
      openapi(
        `tags: [{ name: a, parent: b }]\ncomponents: { schemas: { A: { pattern: '(', discriminator: { propertyName: kind, mapping: { x: B } } } } }`,
      ),
    ).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ProblemsError)
    expect(error).toMatchObject({
      problems: [
        { code: 'keyword-ignored', severity: 'error', place: { pointer: '#/components/schemas/A/pattern' } },
        {
          code: 'unresolvable-reference',
          severity: 'error',
          place: { pointer: '#/components/schemas/A/discriminator/mapping/x' },
        },
        { code: 'keyword-ignored', severity: 'error', place: { pointer: '#/tags/0/parent' } },
      ],
    })
  })

  test('a warning without a reading stays one', async () => {
    const { warnings } = await strictly(
      openapi(
        `components: { schemas: { A: { type: string }, B: { $ref: '#/components/schemas/A', type: integer } } }`,
        '3.0.4',
      ),
    )
    expect(warnings.map(({ code }) => code)).toEqual(['reference-siblings-ignored'])
  })
})

describe('the root folder', () => {
  const files = {
    'api/openapi.yaml': openapi(`components: { schemas: { A: { $ref: ../secret.yaml } } }`),
    'secret.yaml': 'type: string\ntitle: hunter2',
  }
  const problemsOf = async (files: Readonly<Record<string, string>>, link?: string) => {
    const root = await folder(files)
    if (link !== undefined) symlinkSync(join(root, 'secret.yaml'), join(root, link))
    return load({ document: join(root, 'api/openapi.yaml'), overlays: [] }).catch((error: unknown) => error)
  }

  test('a file outside is refused unread', async () => {
    const error = await problemsOf(files)
    expect(error).toMatchObject({
      problems: [{ code: 'reference-outside-root', severity: 'error', place: { line: 3 } }],
    })
    expect(String(error)).not.toContain('hunter2')
  })

  test.each(['\\\\127.0.0.1\\x', '//127.0.0.1/x', 'a%2Fb.yaml'])(
    '%s, which no file here can have, is refused',
    async ($ref) => {
      const document = openapi(`components: { schemas: { A: { $ref: '${$ref}' } } }`)
      expect(await problemsOf({ 'api/openapi.yaml': document })).toMatchObject({
        problems: [{ code: 'reference-outside-root', severity: 'error', place: { line: 3 } }],
      })
    },
  )

  test('a link below it that leads outside is refused as well', async () => {
    const linked = { ...files, 'api/openapi.yaml': files['api/openapi.yaml'].replace('../secret', 'link') }
    expect(await problemsOf(linked, 'api/link.yaml')).toMatchObject({
      problems: [{ code: 'reference-outside-root' }],
    })
  })

  test('a wider one reads it', async () => {
    const root = await folder(files)
    const { document } = await load({ document: join(root, 'api/openapi.yaml'), overlays: [], root })
    expect(document.components?.schemas).toMatchObject({ A: { type: 'string' } })
  })
})

test.each(['allOf', 'oneOf'])(
  'a schema that consists of itself by %s ends where it would begin again',
  async (by) => {
    const { document, told } = await read(
      openapi(`paths: {}
components:
  schemas:
    A: { ${by}: [{ $ref: '#/components/schemas/B' }], properties: { a: { $ref: '#/components/schemas/A' } } }
    B: { ${by}: [{ title: T }, { $ref: '#/components/schemas/A' }] }
    C: { oneOf: [{ $ref: '#/components/schemas/D' }] }
    D: { allOf: [{ $ref: '#/components/schemas/C' }] }`),
    )
    expect(document.components?.schemas?.['B']).toEqual({ [by]: [{ title: 'T' }, {}] })
    expect(told).toEqual([['reference-cycle', `#/components/schemas/B/${by}/1`, 'unknown: any value fits']])
  },
)

test.each([
  ['not', 'not: { $ref: "#/components/schemas/A" }'],
  ['if', 'if: { $ref: "#/components/schemas/A" }'],
  ['then', 'if: { title: T }\n      then: { $ref: "#/components/schemas/A" }'],
  ['dependentSchemas/a', 'dependentSchemas: { a: { $ref: "#/components/schemas/A" } }'],
  ['anyOf/0/allOf/0', 'anyOf: [{ allOf: [{ $ref: "#/components/schemas/A" }] }]'],
  ['not/allOf/0', 'not: { allOf: [{ $ref: "#/components/schemas/A/not" }] }'],
  ['not', 'not: { $ref: "#/components/schemas/A/not" }'],
  ['', '$dynamicAnchor: a\n      $dynamicRef: "#a"'],
])('a schema that consists of itself by "%s" of its own ends there (%s)', async (step, keywords) => {
  const { told } = await read(openapi(`paths: {}\ncomponents:\n  schemas:\n    A:\n      ${keywords}\n`))
  const path = ['#/components/schemas/A', ...(step === '' ? [] : [step])].join('/')
  expect(told).toEqual([['reference-cycle', path, 'unknown: any value fits']])
})

test.each([
  ['minLength', '-3', 'a non-negative integer'],
  ['maxItems', '1.5', 'a non-negative integer'],
  ['multipleOf', '0', 'a number greater than 0'],
  ['multipleOf', '-1', 'a number greater than 0'],
  ['maximum', '.inf', 'a number'],
  ['minimum', '.nan', 'a number'],
])('the keyword "%s" of %s, by which nothing could be judged, is left out', async (keyword, value, kind) => {
  const { document, warnings } = await loadFolder({
    'openapi.yaml': openapi(`paths: {}\ncomponents: { schemas: { A: { ${keyword}: ${value} } } }`),
  })
  expect(document.components?.schemas).toEqual({ A: {} })
  expect(warnings).toMatchObject([
    { code: 'wrong-type', message: expect.stringContaining(`expected ${kind}.`) },
  ])
})

describe('a value of nearly an allowed spelling', () => {
  test('is the allowed one', async () => {
    const { document, told } = await read(
      openapi(`paths: { /a: { get: { parameters: [{ name: a, in: qeury, style: Form, schema: {} }], ${OK} } } }
components: { securitySchemes: { key: { type: apikey, in: header, name: X-Key } } }`),
    )
    expect(document.paths?.['/a']?.get?.parameters).toEqual([
      { name: 'a', in: 'query', style: 'form', schema: {} },
    ])
    expect(document.components?.securitySchemes?.['key']).toMatchObject({ type: 'apiKey' })
    expect(told).toEqual([
      ['wrong-value', '#/paths/~1a/get/parameters/0/in', '"query"'],
      ['wrong-value', '#/paths/~1a/get/parameters/0/style', '"form"'],
      ['wrong-value', '#/components/securitySchemes/key/type', '"apiKey"'],
    ])
  })

  test.each([
    ['3.0.4', '"path", "query", "header", "cookie"'],
    ['3.2.0', '"path", "query", "querystring", "header", "cookie"'],
  ])('OpenAPI %s lists its own', async (version, values) => {
    const text = `openapi: ${version}
info: { title: a, version: '1' }
paths: { /a: { get: { parameters: [{ name: a, in: body }], ${OK} } } }`
    await expect(loadFolder({ 'openapi.yaml': text })).rejects.toMatchObject({
      problems: [{ message: `"in" is "body"; expected one of ${values}.` }],
    })
  })
})

describe('the form of Swagger 2.0 in OpenAPI 3', () => {
  test('makes the schema of a parameter and of a header', async () => {
    const { document, told } = await read(
      openapi(`paths:
  /a:
    get:
      parameters: [{ name: a, in: query, type: integer, minimum: 1, description: d }]
      responses: { '200': { description: ok, headers: { X-A: { type: string, format: date } } } }`),
    )
    const { parameters, responses } = document.paths?.['/a']?.get ?? {}
    expect(parameters).toEqual([
      { name: 'a', in: 'query', description: 'd', schema: { type: 'integer', minimum: 1 } },
    ])
    expect(responses?.['200']).toMatchObject({
      headers: { 'X-A': { schema: { type: 'string', format: 'date' } } },
    })
    expect(told).toEqual([
      ['value-without-schema', '#/paths/~1a/get/parameters/0', 'a "schema" with these fields'],
      ['value-without-schema', '#/paths/~1a/get/responses/200/headers/X-A', 'a "schema" with these fields'],
    ])
  })

  test('leaves the fields where they were written', async () => {
    const { locate } = await loadFolder({
      'openapi.yaml': openapi(`paths:
  /a:
    get:
      parameters:
        - name: a
          in: query
          type: integer
      ${OK}`),
    })
    const written = locate('#/paths/~1a/get/parameters/0/schema/type')
    expect(written.pointer).toBe('#/paths/~1a/get/parameters/0/type')
  })
})
