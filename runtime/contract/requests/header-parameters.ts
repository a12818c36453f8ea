import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'

/** The documented header parameter of a name in lower case. */
export function headerParameter(
  { parameters = [] }: OperationDescriptor,
  name: string,
): ParameterDescriptor | undefined {
  return parameters.find((parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === name)
}

/** Whatever state the item is in. @see RFC 9110, 13.1.1 */
export const ANY_TAG = '*'

/** Whether a header tells a repeated request from a new one. */
export function isIdempotencyKey(header: string): boolean {
  return /^(x-)?(idempotency-key|idempotency-token|idempotent-key)$/i.test(header)
}

/** The header of an operation by which requests are told from their repetitions. */
export function idempotencyKeyOf({ parameters = [] }: OperationDescriptor): ParameterDescriptor | undefined {
  return parameters.find(({ in: location, name }) => location === 'header' && isIdempotencyKey(name))
}
