import SwaggerParser from '@apidevtools/swagger-parser'
import { isObject } from '@concordat/runtime/json'
import { paths as find, query } from 'jsonpath-rfc9535'
import { describe, expect, test } from 'vitest'
import { actions, base, type Json, type JsonObject, loaded, merged } from './documents.ts'
import { openQuestions } from './open-questions.ts'
import { operationsOf, propertiesIn, resolveIn } from './operations.ts'
import { rows } from './section-4.ts'

const ids = (document: JsonObject) =>
  operationsOf(document).map(({ operation }) => String(operation['operationId']))

test('the document and the overlays load without a warning', () => {
  expect(loaded.warnings).toEqual([])
})

describe('each decision', () => {
  test.each(actions.map((action) => [action.target, action] as const))('%s', (_, action) => {
    expect(action.description).toMatch(/^[\s\S]+\bDecided(?: here)?: [\s\S]+\.$/)
    expect(action.remove === true).not.toBe(action.update !== undefined)
  })
})

describe.each([
  ['the document', base],
  ['the document with the overlays', merged],
])('%s', (_, document) => {
  test('is valid OpenAPI 3.1', async () => {
    await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeDefined()
  })

  test('refers to nothing that is missing, and holds no component that nothing refers to', () => {
    const referenced = new Set<string>()
    collect(document, referenced)
    for (const reference of referenced)
      expect(resolveIn(document, { $ref: reference }), reference).not.toEqual({})
    for (const section of ['schemas', 'parameters', 'responses']) {
      const names = Object.keys((document['components'] as JsonObject)[section] as JsonObject)
      expect(names.filter((name) => !referenced.has(`#/components/${section}/${name}`))).toEqual([])
    }
  })

  test('answers and takes what a reference names, and nothing beside it', () => {
    const schemas = query(document, '$..content.*.schema')
    expect(
      schemas.filter(
        (schema) =>
          isObject(schema as Json) &&
          '$ref' in (schema as object) &&
          Object.keys(schema as object).length > 1,
      ),
    ).toEqual([])
    expect(schemas).not.toHaveLength(0)
  })

  test('names each parameter once per operation', () => {
    for (const { item, operation } of operationsOf(document)) {
      const list = [item['parameters'], operation['parameters']].flatMap((parameters) =>
        Array.isArray(parameters) ? parameters : [],
      )
      const names = list
        .map((parameter) => resolveIn(document, parameter))
        .map((parameter) => `${parameter['in']} ${parameter['name']}`)
      expect(new Set(names).size, `${operation['operationId']}: ${names}`).toBe(names.length)
    }
  })
})

describe('the document alone holds no decision', () => {
  test('no failure is documented', () => {
    const statuses = operationsOf(base).flatMap(({ operation }) =>
      Object.keys(operation['responses'] as object),
    )
    expect(statuses.filter((status) => !status.startsWith('2'))).toEqual([])
  })

  test.each([
    'minLength',
    'maxLength',
    'pattern',
    'minimum',
    'maximum',
    'minItems',
    'maxItems',
    'default',
    'oneOf',
    'anyOf',
    'const',
  ])('no schema has %s', (keyword) => {
    expect(find(base, `$['paths','components']..['${keyword}']`)).toEqual([])
  })

  test('no member of a body is required', () => {
    const bodies = Object.entries((base['components'] as JsonObject)['schemas'] as Record<string, JsonObject>)
    expect(bodies.filter(([name, schema]) => isBody(name) && 'required' in schema)).toEqual([])
    expect(find(base, '$.paths.*.*.requestBody.required')).toEqual([])
  })
})

describe('the overlays leave no question open', () => {
  test.each(openQuestions)('of section %s: %s', (_section, _question, answer) => {
    expect(actions.filter((action) => action.description?.startsWith(answer))).not.toEqual([])
  })

  test('of payload', () => {
    expect(find(base, "$.paths..[?@['x-payload-not-shown'] == true]")).toHaveLength(
      rows.filter((row) => row.notShown).length,
    )
    expect(find(merged, "$.paths..[?@['x-payload-not-shown'] == true]")).toEqual([])
  })

  test('of scope', () => {
    expect(find(merged, '$.paths.*.*.security[?length(@.PersonalApiKey) == 0]')).toEqual([])
  })

  test('of failure: every operation documents 401, 403 and 429 in the error shape', () => {
    for (const { operation } of operationsOf(merged)) {
      const responses = operation['responses'] as JsonObject
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403', '429']))
      for (const [status, response] of Object.entries(responses).filter(([code]) => !code.startsWith('2'))) {
        const { content } = resolveIn(merged, response) as {
          content?: { 'application/json': { schema: Json } }
        }
        expect(content?.['application/json'].schema, `${operation['operationId']} ${status}`).toEqual({
          $ref: '#/components/schemas/Error',
        })
      }
    }
  })

  test('of operations: import apps have those of the other collections', () => {
    const added = ids(merged).filter((id) => !ids(base).includes(id))
    expect(added).toHaveLength(10)
    const ofFrontendApps = ids(merged).filter((id) => id.includes('PipelineFrontendApp'))
    const ofImportApps = ids(merged).filter((id) => id.includes('PipelineImportApp'))
    expect(ofImportApps.map((id) => id.replace('ImportApp', 'FrontendApp')).toSorted()).toEqual(
      ofFrontendApps.toSorted(),
    )
  })
})

test('the overlays keep every stated operation, success status, scope and field', () => {
  for (const { path, method, operation } of operationsOf(base)) {
    const now =
      operationsOf(merged).find((other) => other.path === path && other.method === method)?.operation ?? {}
    const scopes = (from: JsonObject) =>
      ((from['security'] as JsonObject[])[0]?.['PersonalApiKey'] ?? []) as string[]
    if (scopes(operation).length > 0) expect(scopes(now)).toEqual(scopes(operation))
    const success = (from: JsonObject) =>
      Object.keys(from['responses'] as object).filter((status) => status.startsWith('2'))
    expect(success(now)).toEqual(success(operation))
  }
  const schemas = (document: JsonObject) =>
    (document['components'] as JsonObject)['schemas'] as Record<string, JsonObject>
  for (const [name, schema] of Object.entries(schemas(base))) {
    const now = Object.keys(propertiesIn(merged, schemas(merged)[name] ?? {}))
    expect(now).toEqual(expect.arrayContaining(Object.keys(propertiesIn(base, schema))))
  }
})

function isBody(name: string): boolean {
  return /^(Create|Update|Backfill|Split|Change|Writable)|Query$/.test(name)
}

function collect(node: Json, found: Set<string>): void {
  if (Array.isArray(node)) for (const item of node) collect(item, found)
  else if (isObject(node)) {
    if (typeof node['$ref'] === 'string') found.add(node['$ref'])
    for (const value of Object.values(node)) collect(value, found)
  }
}
