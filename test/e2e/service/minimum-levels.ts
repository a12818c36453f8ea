import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import openapi from '../../../generated/openapi.json' with { type: 'json' }

/**
 * Returns the levels that the document requires: the caller's membership level, and the organization's plugin
 * access level.
 */
export function minimumLevelsOf({ path, method }: OperationDescriptor): { member: number; plugins: number } {
  const methods: unknown = Object.entries(openapi.paths).find(([template]) => template === path)?.[1]
  const operation = isObject(methods) ? methods[method.toLowerCase()] : undefined
  if (!isObject(operation)) throw new Error(`The document has no ${method} ${path}.`)
  return {
    member: Number(operation['x-minimum-level'] ?? 1),
    plugins: Number(operation['x-minimum-plugins-access-level'] ?? 0),
  }
}
