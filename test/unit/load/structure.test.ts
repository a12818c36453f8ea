import { basename, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documentWebhooks } from '../../../generator/document/webhooks.ts'
import { UsageError } from '../../../generator/errors/problem.ts'
import { load } from '../../../generator/load/load.ts'
import { folder, loadFolder, openapi, problemsOf } from './folder.ts'

const OK = `responses: { '200': { description: ok } }`

async function found(text: string) {
  const problems = await problemsOf({ 'openapi.yaml': text })
  return problems.map(({ code, place }) => [code, place.pointer, place.line])
}

describe('versions', () => {
  test.each([
    ['3.0.0', '3.0'],
    ['3.0.4', '3.0'],
    ['3.1.1', '3.1'],
    ['3.2.0', '3.2'],
  ])('%s is loaded as %s', async (written, version) => {
    expect((await loadFolder({ 'openapi.yaml': openapi('paths: {}', written) })).version.name).toBe(version)
  })

  test.each([
    ['3.0', '3.0.0'],
    ['"3.0"', '3.0.0'],
    ['3.1', '3.1.0'],
    ['"3.2"', '3.2.0'],
  ])('%s is read as %s', async (written, full) => {
    const { document, version, warnings } = await loadFolder({
      'openapi.yaml': openapi('paths: {}', written),
    })
    expect([document.openapi, `${version.name}.0`]).toEqual([full, full])
    expect(warnings).toMatchObject([{ code: 'unsupported-version', reading: `OpenAPI ${version.name}` }])
  })

  test('Swagger "2.0.0" is read as 2.0', async () => {
    const { version, warnings } = await loadFolder({
      'openapi.yaml': 'swagger: "2.0.0"\ninfo: { title: Pets, version: "1" }\npaths: {}\n',
    })
    expect(version.name).toBe('2.0')
    expect(warnings).toMatchObject([
      {
        code: 'unsupported-version',
        reading: 'OpenAPI 2.0',
        message: 'The version "2.0.0" is not a string of two numbers.',
        fix: 'write it in quotes: "2.0".',
      },
    ])
  })

  test.each([
    ['swagger: "1.2"', '#/swagger', 'Swagger "1.2"'],
    ['swagger: 2.1', '#/swagger', 'not a string'],
    ['openapi: 4.0.0', '#/openapi', '"4.0.0"'],
    ['openapi: [3.1]', '#/openapi', 'not a string'],
    ['openapi: "3"', '#/openapi', 'OpenAPI "3"'],
    ['swagger: 3.0.0', '#/swagger', 'Swagger "3.0.0"'],
    ['info: {}', '#', 'no "openapi" property'],
    ['asyncapi: 3.0.0', '#/asyncapi', 'The file is an AsyncAPI document.'],
    ['arazzo: 1.0.1', '#/arazzo', 'The file is an Arazzo description.'],
    ['- 1', '#', 'The file contains an array, not an object.'],
    ['text', '#', 'The file contains a string, not an object.'],
    ['', '#', 'The file contains no data.'],
  ])('%s is refused by name', async (text, pointer, message) => {
    const [problem, ...more] = await problemsOf({ 'openapi.yaml': `${text}\n` })
    expect(more).toEqual([])
    expect(problem).toMatchObject({ code: 'unsupported-version', place: { pointer } })
    expect(problem?.message).toContain(message)
  })

  test.each(['<!DOCTYPE html>\n<html><body>Log in</body></html>', '  <html lang="en">\n<p>a: b: c</p>'])(
    'a page is called one: %s',
    async (text) => {
      const [problem, ...more] = await problemsOf({ 'openapi.yaml': text })
      expect(more).toEqual([])
      expect(problem?.message).toBe(
        'The file is an HTML page, such as a login page, not an OpenAPI document.',
      )
    },
  )
})

describe('types, fields and values', () => {
  test('every wrong place is reported at once', async () => {
    const text = openapi(`paths:
  /a:
    get:
      parameters: { name: limit }
      responses: []
    put:
      parameters: [{ in: body }]
      requestBody: {}
`)
    expect(await found(text)).toEqual([
      ['wrong-type', '#/paths/~1a/get/parameters', 6],
      ['wrong-type', '#/paths/~1a/get/responses', 7],
      ['missing-field', '#/paths/~1a/put/parameters/0', 9],
      ['wrong-value', '#/paths/~1a/put/parameters/0/in', 9],
      ['missing-field', '#/paths/~1a/put/requestBody', 10],
    ])
  })

  test('a scalar of the wrong type is left out with a warning where OpenAPI does not require it', async () => {
    const { document, warnings } = await loadFolder({
      'openapi.yaml': openapi(
        'components: { schemas: { A: { type: 5, description: 7, maxLength: "3", minLength: 1 } } }',
      ),
    })
    expect(document).toHaveProperty('components.schemas.A', { minLength: 1 })
    expect(warnings.map(({ code, severity, place }) => [code, severity, place.pointer])).toEqual([
      ['wrong-type', 'warning', '#/components/schemas/A/type'],
      ['wrong-type', 'warning', '#/components/schemas/A/description'],
      ['wrong-type', 'warning', '#/components/schemas/A/maxLength'],
    ])
  })

  test('unknown members, extensions and boolean schemas are left alone', async () => {
    const { warnings } = await loadFolder({
      'openapi.yaml': openapi(
        'components: { x-a: 1, schemas: { A: { unknown: 1, x-b: [], items: true, properties: { p: false } }, B: true } }',
      ),
    })
    expect(warnings).toEqual([])
  })
})

describe('references', () => {
  test('what a reference leads to is checked as what its place asks for', async () => {
    const text = openapi(`paths:
  /a:
    get:
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/x-a' } } } }
        '404': { $ref: '#/components/examples/e/value' }
components:
  x-a: { required: name }
  examples: { e: { value: { content: [] } } }
`)
    expect(await found(text)).toEqual([
      ['wrong-type', '#/components/x-a/required', 10],
      ['wrong-type', '#/components/examples/e/value/content', 11],
    ])
  })

  test('a boolean schema, a schema that holds itself, and the name of none in a mapping are no problem', async () => {
    const { warnings } = await loadFolder({
      'openapi.yaml': openapi(`components:
  x-node: { properties: { next: { $ref: '#/components/x-node' } } }
  schemas:
    Any: true
    A: { oneOf: [{ $ref: '#/components/schemas/Any' }, { $ref: '#/components/x-node' }] }
    B: { discriminator: { propertyName: kind, mapping: { c: C, node: '#/components/x-node' } } }
`),
    })
    expect(warnings).toEqual([])
  })
})

describe('extensions of ours', () => {
  test('one of another type is left out with a warning', async () => {
    const { document, warnings } = await loadFolder({
      'openapi.yaml': openapi(`paths: { /a: { post: { x-effect: done, x-source: 4.1, ${OK} } } }`),
    })
    expect(document.paths?.['/a']?.post).not.toHaveProperty('x-effect')
    expect(warnings.map(({ code, severity, place }) => [code, severity, place.pointer])).toEqual([
      ['wrong-type', 'warning', '#/paths/~1a/post/x-effect'],
      ['wrong-type', 'warning', '#/paths/~1a/post/x-source'],
    ])
  })
})

describe('path parameters', () => {
  test('each name in a template is declared by the path or the operation, directly or by reference', async () => {
    const { warnings } = await loadFolder({
      'openapi.yaml': openapi(`paths:
  /a/{b}/{c}:
    parameters: [{ $ref: '#/components/parameters/B' }]
    get: { parameters: [{ name: c, in: path, required: true, schema: { type: string } }], ${OK} }
components: { parameters: { B: { name: b, in: path, required: true, schema: { type: string } } } }
`),
    })
    expect(warnings).toEqual([])
  })

  test('a missing and an unused one', async () => {
    const text = openapi(`paths:
  /a/{b}:
    get:
      parameters: [{ name: c, in: path, required: true, schema: { type: string } }]
      ${OK}
`)
    expect(await found(text)).toEqual([
      ['path-parameter-unused', '#/paths/~1a~1{b}/get/parameters/0', 6],
      ['path-parameter-missing', '#/paths/~1a~1{b}/get', 5],
    ])
  })
})

test('a callback may stand behind references, with a description beside them', async () => {
  const { document, warnings } = await loadFolder({
    'openapi.yaml': openapi(`paths:
  /a:
    post:
      callbacks:
        onA: { $ref: '#/components/callbacks/Hook', description: Tells }
        onB: { '{$request.query.url}': { $ref: hook.yaml } }
      ${OK}
components:
  callbacks:
    Hook: { $ref: '#/components/callbacks/Told' }
    Told: { '{$request.query.url}': { post: { ${OK} } } }
`),
    'hook.yaml': `post: { ${OK} }`,
  })
  expect(warnings).toEqual([])
  expect([...documentWebhooks(document)].map(({ placed }) => placed.pointer)).toEqual([
    '#/components/callbacks/Told/{$request.query.url}/post',
    '#/paths/~1a/post/callbacks/onB/{$request.query.url}/post',
  ])
})

describe('files', () => {
  test('a key that occurs twice is found in the file that has it', async () => {
    const [problem] = await problemsOf({
      'openapi.yaml': openapi('components: { schemas: { A: { $ref: a.yaml } } }'),
      'a.yaml': 'type: object\ntitle: A\ntype: array\n',
    })
    expect(problem).toMatchObject({ code: 'key-twice', place: { pointer: '#/type', line: 3, column: 1 } })
    expect(basename(problem?.place.file ?? '')).toBe('a.yaml')
  })

  test('a document and an overlay that are not there', async () => {
    const root = await folder({ 'spec/openapi.yml': '{}', 'overlay.ts': '' })
    const named = (name: string) => relative(process.cwd(), join(root, name))
    const failure = load({ document: join(root, 'spec/opnapi.yaml'), overlays: [join(root, 'overlay.yaml')] })
    await expect(failure).rejects.toThrow(UsageError)
    await expect(failure).rejects.toThrow(
      `There is no file "${named('spec/opnapi.yaml')}". Did you mean "${named('spec/openapi.yml')}"?\nThere is no file "${named('overlay.yaml')}".`,
    )
  })

  test('a date stays a string, and a byte order mark is passed over', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': `\uFEFF${openapi('components: { schemas: { A: { example: 2026-11-20 } } }')}`,
    })
    expect(document).toHaveProperty('components.schemas.A.example', '2026-11-20')
  })

  // The last two contain a duplicate key, so that another parser reads them.
  test.each([
    ['x-a: &a { b: *a }', 'x-a: &a { b: '],
    ['x-a: &a\n  b: &b\n    - c: *a', '    - c: '],
    ['x-a: &a {}\nx-b: &a { b: *a }', 'x-b: &a { b: '],
    ['x-a: &ünï\n  - *ünï', '  - '],
    ['x-a: 1\nx-a: &a { b: *a }', 'x-a: &a { b: '],
    ['x-a: 1\nx-a: &a { <<: *a }', 'x-a: &a { <<: '],
  ])('an alias within the node that it repeats is refused where it stands: %s', async (text, before) => {
    const whole = openapi(text)
    const problems = await problemsOf({ 'openapi.yaml': whole })
    const line = whole.split('\n').findIndex((one) => one.startsWith(before)) + 1
    expect(problems).toMatchObject([
      {
        code: 'syntax-error',
        place: { line, column: before.length + 1 },
        message: expect.stringContaining('An alias refers to a node that contains it'),
        fix: expect.stringContaining('$ref'),
      },
    ])
  })

  test('aliases beside a key that stands twice become nodes of their own', async () => {
    const parts = 'x-twice: 1\nx-twice: 2\nx-a: &ä { b: 1 }\nx-c: *ä'
    const { document } = await loadFolder({ 'openapi.yaml': openapi(parts) })
    const { 'x-a': a, 'x-c': c } = document as unknown as Record<string, unknown>
    expect(c).toEqual({ b: 1 })
    expect(c).not.toBe(a)
  })
})
