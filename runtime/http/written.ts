import type { OperationDescriptor } from './operation.ts'

/**
 * Returns the operation as written in the document, given one that is treated as if its path named its item.
 */
export function operationAsWritten(operation: OperationDescriptor): OperationDescriptor {
  return operation.written ?? operation
}
