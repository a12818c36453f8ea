import { Coverage, type OperationCoverage, runContract } from '@concordat/contract'
import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { schemaIn } from '../../../../../runtime/contract/data/document/schema-in.ts'
import type { Answer } from '../../../../../runtime/contract/data/exchange/answer.ts'
import type { RequestPlan } from '../../../../../runtime/contract/data/exchange/request.ts'
import { keywordsToCover, keywordsTouched } from '../../../../../runtime/contract/run/coverage/keywords.ts'
import { sumCoverage } from '../../../../../runtime/contract/run/coverage/totals.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { PetService } from '../../pet/pet-service.ts'

const operation: OperationDescriptor = {
  operationId: 'send',
  method: 'POST',
  path: '/things/{id}',
  pointer: '#/paths/~1things~1{id}/post',
  tag: 'default',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
    { name: 'sort', in: 'query', schema: { enum: ['up', 'down'] }, pointer: '#/components/parameters/Sort' },
    { name: 'trace', in: 'header', required: true, schema: { type: 'string' } },
  ],
  requestBody: { content: { 'application/json': { schema: { $ref: '#/$defs/ThingWrite' } } } },
  responses: { '201': {}, '4XX': {}, '503': {} },
}
const document: DocumentDescriptor = {
  title: 'Things',
  version: '1',
  operations: [operation],
  resources: [],
  securitySchemes: {},
  places: { ThingWrite: '#/components/schemas/Thing' },
  definitions: {
    ThingWrite: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', maxLength: 3 },
        size: { anyOf: [{ type: 'null' }, { type: 'integer', maximum: 9 }] },
        parts: { type: 'array', items: { $ref: '#/$defs/ThingWrite' } },
      },
    },
  },
}

function observe(
  ...exchanges: readonly (Omit<RequestPlan, 'operation'> & { status?: number })[]
): OperationCoverage {
  const coverage = new Coverage(document)
  for (const { status = 201, ...plan } of exchanges) {
    const answer: Answer = {
      exchange: { request: { method: 'POST', url: '', headers: {} } },
      status,
      headers: new Headers(),
      mediaType: '',
      text: '',
      value: undefined,
    }
    coverage.observe({ operation, ...plan }, answer)
  }
  const [first] = coverage.report()
  if (first === undefined) throw new Error('Nothing was counted.')
  return first
}

const named = (text: string) => ({ id: { text, origin: 'unknown' } }) as const
const body = (value: unknown) => ({ mediaType: 'application/json', value })
const keyword = (coverage: OperationCoverage, ending: string) =>
  coverage.keywords.find(({ clause }) => clause.endsWith(ending))

test('counts answers under the key that documents them', () => {
  const { statuses, undocumented, requests } = observe(
    {},
    { status: 404 },
    { status: 429 },
    { status: 302 },
    { status: 500, method: 'PATCH' },
  )
  expect(statuses).toEqual([
    { status: '201', seen: 1 },
    { status: '503', seen: 0 },
    { status: '4XX', seen: 2 },
  ])
  expect([undocumented, requests]).toEqual([[302], 4])
})

test('tells valid from invalid values of parameters, as a server may read them', () => {
  const { parameters } = observe(
    { path: named('5'), query: { sort: 'up' }, header: { trace: 'a' } },
    { path: named('0'), link: '?sort=sideways' },
    { path: named('not-a-number') },
  )
  expect(parameters).toEqual([
    { name: 'id', in: 'path', valid: 1, invalid: 2 },
    { name: 'sort', in: 'query', valid: 1, invalid: 1 },
    { name: 'trace', in: 'header', valid: 1, invalid: 2 },
  ])
})

test('tells of keywords that values kept, just reached and broke', () => {
  const coverage = observe(
    { body: body({ name: 'abc', size: 2 }) },
    { body: body({ name: 'a', size: null, parts: [{ name: 'abcd' }] }) },
    { body: body({ size: 12 }) },
    { raw: { contentType: 'application/json', text: '{"name": ' } },
  )
  const at = '#/components/schemas/Thing'
  expect(keyword(coverage, `${at}/properties/name/maxLength`)).toMatchObject({
    kept: 1,
    boundary: 1,
    violated: 1,
  })
  expect(keyword(coverage, `${at}/required`)).toMatchObject({ kept: 2, violated: 1 })
  expect(keyword(coverage, `${at}/properties/size/anyOf/1/maximum`)).toMatchObject({
    kept: 1,
    boundary: 0,
    violated: 1,
  })
  // 12 is too large for a size; it does not show whether only null would be accepted.
  expect(keyword(coverage, `${at}/properties/size/anyOf/0/type`)).toMatchObject({ kept: 1, violated: 0 })
  expect(keyword(coverage, `${at}/properties/parts/type`)).toMatchObject({ kept: 1, violated: 0 })
  expect(keyword(coverage, `${at}/required`)).not.toHaveProperty('boundary')
  expect(keyword(coverage, '#/components/parameters/Sort/schema/enum')).toMatchObject({
    kept: 0,
    violated: 0,
  })
})

test('knows the keywords in every schema that a value has to fit', () => {
  const short = { type: 'string', maxLength: 3 } as const
  const whole = {
    patternProperties: { '^x-': short },
    propertyNames: { maxLength: 4 },
    additionalProperties: { type: 'integer' },
    if: { required: ['a'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; this schema is never awaited.
    then: { required: ['b'] },
    else: { maxProperties: 1 },
    dependentSchemas: { c: { minProperties: 2 } },
    not: { required: ['d'] },
    contains: { minimum: 1 },
  } as const
  const schema = schemaIn({ definitions: {} }, whole)
  const locations = keywordsToCover(schema).map(({ location }) => location)
  expect(locations.toSorted()).toEqual([
    '#/additionalProperties/type',
    '#/dependentSchemas/c/minProperties',
    '#/else/maxProperties',
    '#/patternProperties/^x-/maxLength',
    '#/patternProperties/^x-/type',
    '#/propertyNames/maxLength',
    '#/then/required',
  ])
  const touched = (value: unknown) =>
    keywordsTouched(value, schema, (part, inner) => part.allows(inner)).map(({ location }) => location)
  expect(touched({ 'x-a': 'abc', a: 1 })).toEqual(
    expect.arrayContaining([
      '#/patternProperties/^x-/maxLength',
      '#/propertyNames/maxLength',
      '#/then/required',
    ]),
  )
  expect(touched({ 'x-a': 'abc', a: 1 }).filter((at) => at === '#/additionalProperties/type')).toHaveLength(1)
  expect(touched({ c: 1 })).toEqual(
    expect.arrayContaining(['#/else/maxProperties', '#/dependentSchemas/c/minProperties']),
  )
  expect(touched({ c: 1 })).not.toContain('#/then/required')
})

test('knows what is left to keywords for unevaluated members and items', () => {
  const schema = schemaIn(
    { definitions: {} },
    {
      allOf: [{ properties: { a: true } }, { prefixItems: [true] }],
      unevaluatedProperties: { type: 'string' },
      unevaluatedItems: { type: 'null' },
    },
  )
  const touched = (value: unknown) =>
    keywordsTouched(value, schema, () => true).map(({ location }) => location)
  expect(touched({ a: 1, b: 'x' })).toEqual(['#/unevaluatedProperties/type'])
  expect(touched([1, null])).toEqual(['#/unevaluatedItems/type'])
  expect([touched({ a: 1 }), touched([1])]).toEqual([[], []])
})

test('a run touches most of what its document declares', async () => {
  const coverage = new Coverage(petDocument)
  let exchanges = 0
  const report = await runContract({
    document: petDocument,
    target: new PetService().target(),
    onExchange: (plan, answer) => {
      exchanges++
      coverage.observe(plan, answer)
    },
  })
  const operations = coverage.report()
  expect(exchanges).toBeLessThanOrEqual(report.requests)
  expect(operations.map(({ operationId }) => operationId)).toEqual(
    petDocument.operations.map(({ operationId }) => operationId),
  )
  expect(operations.flatMap(({ undocumented }) => undocumented)).toEqual([])
  const { statuses, valid, invalid, kept, violated } = sumCoverage(operations)
  expect(valid).toEqual({ of: 16, all: 16 })
  expect(invalid.of).toBeGreaterThan(10)
  for (const share of [statuses, kept, violated]) expect(share.of / share.all).toBeGreaterThan(0.75)
})
