import { expect, test } from 'vitest'
import { documentAssertsFormats } from '../../../generator/document/version.ts'

const stated = (parts: object) => documentAssertsFormats({ openapi: '3.1.1', ...parts })

test('up to OpenAPI 3.0 a text has the format of its schema, afterwards it is only described', () => {
  expect(['3.0.3', '3.1.0', '3.2.0', '3.9.0'].map((openapi) => stated({ openapi }))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('a dialect that asserts formats counts, and what the document says of itself before all', () => {
  expect(stated({ jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#' })).toBe(true)
  expect(stated({ jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' })).toBe(false)
  expect(stated({ 'x-format-assertion': true })).toBe(true)
  expect(stated({ openapi: '3.0.3', 'x-format-assertion': false })).toBe(false)
})
