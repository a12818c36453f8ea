import type { OperationDescriptor } from './operation.ts'

/**
 * Returns the operation as written in the document, given one that is treated as if its path named its item.
 */
export function operationAsWritten(operation: OperationDescriptor): OperationDescriptor {
  return operation.written ?? operation
}

/** True for a GET, unless its name says that it changes something, as in `GET /pets/delete`. */
export function isReadByGet(operation: OperationDescriptor): boolean {
  return operation.method === 'GET' && operationAsWritten(operation).method === 'GET'
}
