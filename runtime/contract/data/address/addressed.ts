import { rememberedByObject } from '@concordat/runtime/bounded'
import type {
  DocumentDescriptor,
  MediaTypeDescriptor,
  NamePlace,
  OperationDescriptor,
  ParameterDescriptor,
  RequestBodyDescriptor,
} from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { EACH } from '@concordat/runtime/schema-view'
import { operationById } from '../document/resource-lookup.ts'
import { schemaIn } from '../document/schema-in.ts'

/**
 * The document with each operation at its address. If an operation receives its item's name in the body or
 * query, the name is moved to its path.
 */
export const addressedDocument = rememberedByObject((document: DocumentDescriptor): DocumentDescriptor => {
  const isPlain = document.operations.every(
    ({ addressed, written }) => addressed === undefined || written !== undefined,
  )
  if (isPlain) return document
  return { ...document, operations: document.operations.map((operation) => atAddress(operation, document)) }
})

/** One of the document's operations, at its address. */
export function addressedOperation(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): OperationDescriptor {
  if (operation.addressed === undefined || operation.written !== undefined) return operation
  return operationById(addressedDocument(document), operation.operationId) ?? operation
}

function atAddress(operation: OperationDescriptor, document: DocumentDescriptor): OperationDescriptor {
  const { addressed, written, parameters = [], requestBody, ...others } = operation
  if (addressed === undefined || written !== undefined) return operation
  const { method, path, names, chosen = {} } = addressed
  const places = Object.entries(names)
  const isElsewhere = ({ in: location, name }: ParameterDescriptor): boolean =>
    places.some(([, place]) => place.in === location && place.path[0] === name) ||
    (location === 'path' && Object.hasOwn(chosen, name))
  const own = places.map(([name, place]): ParameterDescriptor => {
    const schema = schemaAtAddress(operation, place, document)
    return { name, in: 'path', required: true, ...(schema !== undefined && { schema }) }
  })
  const inBody = places.flatMap(([, place]) => (place.in === 'body' ? [place.path] : []))
  // Optional body properties of a DELETE are not sent, because properties such as "range_end", "prefix" or
  // "recursive" can make it delete more than one item.
  const free = method === 'DELETE' ? optionalIn(requestBody, document) : []
  const body = requestBody && bodyWithout(requestBody, [...inBody, ...free], document)
  return {
    ...{ ...others, method, path, addressed, written: operation },
    parameters: [...parameters.filter((parameter) => !isElsewhere(parameter)), ...own],
    ...(body !== undefined && { requestBody: body }),
  }
}

/** The paths of a body's optional properties. */
function optionalIn(
  body: RequestBodyDescriptor | undefined,
  document: DocumentDescriptor,
): readonly (readonly string[])[] {
  return Object.values(body?.content ?? {}).flatMap(({ schema }) => {
    const { properties, required } = schemaIn(document, schema)
    return [...properties.keys()].filter((name) => !required.has(name)).map((name) => [name])
  })
}

/** The schema of the value that identifies an item. */
export function schemaAtAddress(
  { parameters = [], requestBody }: OperationDescriptor,
  { in: location, path }: NamePlace,
  document: DocumentDescriptor,
): JsonSchema | undefined {
  if (location === 'query')
    return parameters.find((parameter) => parameter.in === 'query' && parameter.name === path[0])?.schema
  const [media] = Object.values(requestBody?.content ?? {})
  return schemaIn(document, media?.schema).at(path)?.written
}

/** The body without the properties at these paths; `undefined` if nothing remains. */
function bodyWithout(
  body: RequestBodyDescriptor,
  paths: readonly (readonly string[])[],
  document: DocumentDescriptor,
): RequestBodyDescriptor | undefined {
  if (paths.length === 0) return body
  const content = Object.entries(body.content).map(([type, media]): [string, MediaTypeDescriptor] => {
    const whole = schemaIn(document, media.schema)
    return [
      type,
      { ...media, schema: paths.reduce((schema, path) => without(schema, path, document), whole.written) },
    ]
  })
  const hasOthers = content.some(([, { schema }]) => schemaIn(document, schema).properties.size > 0)
  return hasOthers ? { ...body, content: Object.fromEntries(content) } : undefined
}

function without(
  written: JsonSchema,
  [name = '', ...deeper]: readonly string[],
  document: DocumentDescriptor,
): JsonSchema {
  const { minProperties: _, ...keywords } = schemaIn(document, written).keywords
  const { properties = {}, required = [] } = keywords
  const member = properties[name]
  const isAll = deeper.length === 0 || deeper[0] === EACH || member === undefined
  const others = Object.entries(properties).flatMap(([other, own]): [string, JsonSchema][] => {
    if (other !== name) return [[other, own]]
    return isAll ? [] : [[name, without(own, deeper, document)]]
  })
  return {
    ...keywords,
    properties: Object.fromEntries(others),
    required: required.filter((other) => other !== name || !isAll),
  }
}
