import { expect, test } from 'vitest'
import { contractJsonPieces } from '../../../generator/outputs/document/json-pieces.ts'

const DOCUMENTS: readonly object[] = [
  {},
  { openapi: '3.1.0', info: {}, paths: { '/a': {}, '/"b"': { get: { tags: ['x', []], responses: {} } } } },
  { components: { schemas: { Pet: { properties: { 'naïve → 𝄞': [{ a: null }] } }, '1': true, '0': [] } } },
  JSON.parse('{ "a": { "__proto__": { "b": { "c": { "d": 1 } } }, "e": { "__proto__": [] } }, "f": [] }'),
]

test.each(DOCUMENTS)('the pieces of %j are the text of JSON.stringify', (document) => {
  expect(contractJsonPieces(document).join('')).toBe(JSON.stringify(document, null, 2))
})

test('each path and each schema is a piece', () => {
  const document = {
    paths: { '/a': { get: {} }, '/b': {} },
    components: { schemas: { Pet: { type: 'object' } } },
  }
  const pieces = contractJsonPieces(document)
  expect(pieces).toContain('      "Pet": {\n        "type": "object"\n      }')
  expect(pieces).toContain('      "get": {}')
})
