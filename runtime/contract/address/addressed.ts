import type {
  DocumentDescriptor,
  MediaTypeDescriptor,
  NamePlace,
  OperationDescriptor,
  ParameterDescriptor,
  RequestBodyDescriptor,
} from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { operationOf } from '../document/resource-lookup.ts'
import { schemaIn } from '../document/schema-in.ts'

const known = new WeakMap<DocumentDescriptor, DocumentDescriptor>()

/** The document with each operation at its address: one that names its item in its body has that in its path, and there alone. */
export function addressedDocument(document: DocumentDescriptor): DocumentDescriptor {
  const found = known.get(document) ?? atAddresses(document)
  known.set(document, found)
  return found
}

function atAddresses(document: DocumentDescriptor): DocumentDescriptor {
  const isPlain = document.operations.every(
    ({ addressed, written }) => addressed === undefined || written !== undefined,
  )
  if (isPlain) return document
  return { ...document, operations: document.operations.map((operation) => atAddress(operation, document)) }
}

/** An operation of the document, at its address. */
export function addressedOperation(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): OperationDescriptor {
  if (operation.addressed === undefined || operation.written !== undefined) return operation
  return operationOf(addressedDocument(document), operation.operationId) ?? operation
}

function atAddress(operation: OperationDescriptor, document: DocumentDescriptor): OperationDescriptor {
  const { addressed, written, parameters = [], requestBody, ...others } = operation
  if (addressed === undefined || written !== undefined) return operation
  const { method, path, names } = addressed
  const places = Object.entries(names)
  const isElsewhere = ({ in: location, name }: ParameterDescriptor): boolean =>
    places.some(([, place]) => place.in === location && place.name === name)
  const own = places.map(([name, place]): ParameterDescriptor => {
    const schema = schemaAt(operation, place, document)
    return { name, in: 'path', required: true, ...(schema !== undefined && { schema }) }
  })
  const inBody = places.flatMap(([, place]) => (place.in === 'body' ? [place.name] : []))
  const body = requestBody && bodyWithout(requestBody, inBody, document)
  return {
    ...{ ...others, method, path, addressed, written: operation },
    parameters: [...parameters.filter((parameter) => !isElsewhere(parameter)), ...own],
    ...(body !== undefined && { requestBody: body }),
  }
}

/** The schema of what names an item. */
export function schemaAt(
  { parameters = [], requestBody }: OperationDescriptor,
  { in: location, name }: NamePlace,
  document: DocumentDescriptor,
): JsonSchema | undefined {
  if (location === 'query')
    return parameters.find((parameter) => parameter.in === 'query' && parameter.name === name)?.schema
  const [media] = Object.values(requestBody?.content ?? {})
  return schemaIn(document, media?.schema).properties.get(name)?.written
}

/** The body without these members; `undefined` where it has no others. */
function bodyWithout(
  body: RequestBodyDescriptor,
  names: readonly string[],
  document: DocumentDescriptor,
): RequestBodyDescriptor | undefined {
  if (names.length === 0) return body
  const content = Object.entries(body.content).map(([type, media]): [string, MediaTypeDescriptor] => {
    const { minProperties: _, ...keywords } = schemaIn(document, media.schema).keywords
    const { properties = {}, required = [] } = keywords
    const others = Object.entries(properties).filter(([name]) => !names.includes(name))
    const schema = {
      ...keywords,
      properties: Object.fromEntries(others),
      required: required.filter((name) => !names.includes(name)),
    }
    return [type, { ...media, schema }]
  })
  const hasOthers = content.some(([, { schema }]) => schemaIn(document, schema).properties.size > 0)
  return hasOthers ? { ...body, content: Object.fromEntries(content) } : undefined
}
