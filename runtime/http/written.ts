import type { OperationDescriptor } from './operation.ts'

/** The operation as written in the document, given one that was read at another address. */
export function operationAsWritten(operation: OperationDescriptor): OperationDescriptor {
  return operation.written ?? operation
}
