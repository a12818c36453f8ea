import { keepMediaTypes } from '../../http/media/media-type.ts'
import type { DocumentDescriptor, OperationDescriptor } from '../../http/operation.ts'

/**
 * Restricts a document to some media types of request bodies; the server answers 415 to others.
 * @param taken media types or ranges; a requestBody with none of them keeps all.
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
