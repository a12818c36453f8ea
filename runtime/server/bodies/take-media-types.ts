import { keepMediaTypes } from '../../http/media/media-type.ts'
import type { DocumentDescriptor, OperationDescriptor } from '../../http/operation.ts'

/**
 * Restricts request bodies in a document to some media types; the server answers 415 to bodies of any other
 * type.
 * @param taken media types or ranges. A requestBody that has none of them keeps all its media types.
 */
export function takeMediaTypes(document: DocumentDescriptor, taken: readonly string[]): DocumentDescriptor {
  return { ...document, operations: document.operations.map((operation) => takeOf(operation, taken)) }
}

function takeOf(operation: OperationDescriptor, taken: readonly string[]): OperationDescriptor {
  const { requestBody } = operation
  if (requestBody === undefined) return operation
  const kept = keepMediaTypes(Object.keys(requestBody.content), taken)
  const content = Object.entries(requestBody.content).filter(([mediaType]) => kept.includes(mediaType))
  return { ...operation, requestBody: { ...requestBody, content: Object.fromEntries(content) } }
}
