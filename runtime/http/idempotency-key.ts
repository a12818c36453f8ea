import type { OperationDescriptor, ParameterDescriptor } from './operation.ts'

/**
 * True for a header that tells a repeated request from a new one. @see
 * draft-ietf-httpapi-idempotency-key-header
 */
export function isIdempotencyKey(header: string): boolean {
  return /^(x-)?(idempotency-key|idempotency-token|idempotent-key)$/i.test(header)
}

/** The header of an operation by which requests are told from their repetitions. */
export function idempotencyKeyOf({
  parameters = [],
}: Pick<OperationDescriptor, 'parameters'>): ParameterDescriptor | undefined {
  return parameters.find(({ in: location, name }) => location === 'header' && isIdempotencyKey(name))
}
