import type { OperationDescriptor } from './operation.ts'

/** The operation as the document has it, of one that is read as it is addressed. */
export function asWritten(operation: OperationDescriptor): OperationDescriptor {
  return operation.written ?? operation
}
