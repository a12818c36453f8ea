import { jsonTypeOf } from '@concordat/runtime/json'
import { createValidator, type JsonSchema, Schemas } from '@concordat/runtime/schema'
import { narrowTypeOf, type Statement, statementsOf } from '@concordat/runtime/schema-view'
import { expect, test } from 'vitest'

const schemas = new Schemas({}, createValidator({}, { maxIssues: 1 }))

test.each<JsonSchema>([
  true,
  {},
  { properties: {} },
  { additionalProperties: false },
  { patternProperties: { '^x-': true } },
  { items: true },
  { prefixItems: [true] },
  { required: ['name'] },
  { type: 'integer' },
  { type: ['object', 'null'] },
  { type: 'string', properties: {} },
])('the types of %j are those of its statements', (written) => {
  const said = statementsOf(written).flatMap((statement): readonly Statement[] =>
    statement.kind === 'types' ? statement.statements : [statement],
  )
  const types = said.map((statement) => (statement.kind === 'number' ? statement.type : statement.kind))
  expect(schemas.of(written).types).toEqual(types)
})

test.each([
  [null, 'null', 'null'],
  [[], 'array', 'array'],
  [{}, 'object', 'object'],
  [1, 'number', 'integer'],
  [1.5, 'number', 'number'],
  ['1', 'string', 'string'],
  [false, 'boolean', 'boolean'],
])('%j is of the type %s, and by the names of schemas %s', (value, type, narrow) => {
  expect([jsonTypeOf(value), narrowTypeOf(value)]).toEqual([type, narrow])
})
