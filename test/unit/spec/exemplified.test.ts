import { resolve } from 'node:path'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import { readDocument } from '../../../generator/pipeline/read-document.ts'
import { captureDocument } from './capture-document.ts'
import { base, type Json, type JsonObject, merged } from './documents.ts'
import { operationsOf, resolveIn } from './operations.ts'
import { specification } from './specification.ts'

const service = await readDocument(specification)
const alone = await readDocument({ document: specification.document })
const capture = await readDocument({ document: resolve(import.meta.dirname, '../../../spec/capture.yaml') })

/**
 * One request or response body: its examples in the document, and the schema that they must match in that
 * direction.
 */
interface Shown {
  readonly place: string
  readonly examples: readonly Json[]
  readonly schema: JsonSchema
}

/** Returns every request and response body, in each of its media types. */
function shownIn(document: JsonObject, descriptor: DocumentDescriptor): Shown[] {
  return operationsOf(document).flatMap(({ operation }) => {
    const known = descriptor.operations.find(({ operationId }) => operationId === operation['operationId'])
    const mediaTypes = (of: string, node: Json | undefined, content: Content): Shown[] =>
      Object.entries((resolveIn(document, node)['content'] ?? {}) as JsonObject).map(([name, mediaType]) => ({
        place: `${operation['operationId']} ${of} ${name}`,
        examples: examplesOf(document, mediaType as JsonObject),
        schema: content?.[name]?.schema ?? false,
      }))
    return [
      ...mediaTypes('body', operation['requestBody'], known?.requestBody?.content),
      ...Object.entries(operation['responses'] as JsonObject).flatMap(([status, response]) =>
        mediaTypes(status, response, known?.responses[status]?.content),
      ),
    ]
  })
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema | undefined }>> | undefined

/** Returns the examples of a media type, or otherwise of its schema. */
function examplesOf(document: JsonObject, mediaType: JsonObject): readonly Json[] {
  if (mediaType['example'] !== undefined) return [mediaType['example']]
  const named = mediaType['examples']
  if (isObject(named))
    return Object.values(named).map((example) => resolveIn(document, example as Json)['value'] ?? null)
  const { examples } = resolveIn(document, mediaType['schema'])
  return Array.isArray(examples) ? examples : []
}

const ofBase = shownIn(base, alone.model.descriptor)
const ofMerged = shownIn(merged, service.model.descriptor)
const ofCapture = shownIn(captureDocument, capture.model.descriptor)

test.each([
  ['the document', ofBase, alone.model.descriptor],
  ['the document with the overlays', ofMerged, service.model.descriptor],
  ['the document of capture', ofCapture, capture.model.descriptor],
])('%s shows nothing that its schema refuses', (_, shown, descriptor) => {
  const validatorOf = createValidator(descriptor.definitions ?? {})
  const refused = shown.flatMap(({ place, examples, schema }) =>
    examples.flatMap((example) =>
      validatorOf(schema)(example).map(({ instancePath, message }) => `${place} ${instancePath} ${message}`),
    ),
  )
  expect(shown.some(({ examples }) => examples.length > 0)).toBe(true)
  expect(refused).toEqual([])
})

// Without overlays, the document lacks examples of everything that the interface document does not show.
test.each([
  ['the document with the overlays', ofMerged],
  ['the document of capture', ofCapture],
])('%s shows every body and every answer', (_, shown) => {
  expect(shown.filter(({ examples }) => examples.length === 0).map(({ place }) => place)).toEqual([])
})
