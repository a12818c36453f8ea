import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'

/** Finds the documented header parameter with a name in lower case. */
export function headerParameter(
  { parameters = [] }: OperationDescriptor,
  name: string,
): ParameterDescriptor | undefined {
  return parameters.find((parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === name)
}

/** Matches any state of the item. @see RFC 9110, 13.1.1 */
export const ANY_TAG = '*'
