import { isObject } from '@concordat/runtime/json'
import { forEachSubschema } from '@concordat/runtime/subschemas'
import { query } from 'jsonpath-rfc9535'
import { describe, expect, test } from 'vitest'
import { captureDocument } from './capture-document.ts'
import { base, type Json, type JsonObject, merged } from './documents.ts'
import { operationsOf, resolveIn } from './operations.ts'

interface Described {
  readonly name: string
  readonly description: unknown
}

/**
 * Returns each property in the document's schemas, with its own description or that of the schema to which it
 * refers.
 */
function propertiesOf(document: JsonObject): Described[] {
  const found: Described[] = []
  const visit = (schema: unknown): void => {
    if (!isObject(schema)) return
    forEachSubschema(schema, (inner, keyword, name) => {
      if (keyword === 'properties' && isObject(inner)) {
        const description = inner['description'] ?? resolveIn(document, inner as Json)['description']
        found.push({ name: String(name), description })
      }
      visit(inner)
    })
  }
  const components = document['components'] as JsonObject
  visit({ $defs: components['schemas'] })
  for (const schema of query(document, '$.paths..schema')) visit(schema)
  for (const schema of query(components, "$['parameters', 'responses', 'requestBodies']..schema"))
    visit(schema)
  return found
}

function parametersOf(document: JsonObject): Described[] {
  return operationsOf(document).flatMap(({ item, operation }) =>
    [item['parameters'], operation['parameters']].flat().flatMap((parameter) => {
      if (!isObject(parameter)) return []
      const { name, description } = resolveIn(document, parameter)
      return [{ name: String(name), description }]
    }),
  )
}

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** Returns the properties that have no description, or whose description only repeats the name. */
function undescribed(all: readonly Described[]): string[] {
  return all
    .filter(
      ({ name, description }) =>
        typeof description !== 'string' ||
        wordsOf(description).replace(/^the /, '') === wordsOf(name) ||
        !/[.`]$/.test(description),
    )
    .map(({ name, description }) => `${name}: ${description}`)
}

describe.each([
  ['the document', base, 150],
  ['the document with the overlays', merged, 400],
  ['the document of capture', captureDocument, 20],
])('%s', (_, document, least) => {
  test('describes every property', () => {
    const properties = propertiesOf(document)
    expect(properties.length).toBeGreaterThan(least)
    expect(undescribed(properties)).toEqual([])
  })

  test('describes every parameter', () => {
    expect(undescribed(parametersOf(document))).toEqual([])
  })
})
