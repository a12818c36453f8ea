import type { OperationDescriptor, ParameterDescriptor } from './operation.ts'

/** True for a header that identifies repeated requests. @see draft-ietf-httpapi-idempotency-key-header */
export function isIdempotencyKey(header: string): boolean {
  return /^(x-)?(idempotency-key|idempotency-token|idempotent-key)$/i.test(header)
}

/** Finds the header by which an operation recognizes repeated requests. */
export function idempotencyKeyOf({
  parameters = [],
}: Pick<OperationDescriptor, 'parameters'>): ParameterDescriptor | undefined {
  return parameters.find(({ in: location, name }) => location === 'header' && isIdempotencyKey(name))
}
