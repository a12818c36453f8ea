import {
  isJson,
  type MediaTypeDescriptor,
  type OperationDescriptor,
  type ResponseDescriptor,
} from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'

/** Ranges that JSON falls in: many servers say no more of what they answer. */
const RANGES = ['*/*', 'application/*']

/** What a caller of the operation gets: the lowest documented 2xx. */
export function successResponse({ responses }: OperationDescriptor): ResponseDescriptor | undefined {
  const success = Object.keys(responses).find((status) => /^2(\d\d|XX)$/.test(status))
  return success === undefined ? undefined : responses[success]
}

/** The JSON schema of that. */
export function successSchema(operation: OperationDescriptor): JsonSchema | undefined {
  return jsonSchema(successResponse(operation)?.content)
}

/** The schema of the first JSON media type, else that of a range which JSON falls in. */
export function jsonSchema(
  content: Readonly<Record<string, MediaTypeDescriptor>> = {},
): JsonSchema | undefined {
  const types = Object.keys(content)
  const type = types.find(isJson) ?? types.find((range) => RANGES.includes(range))
  return type === undefined ? undefined : content[type]?.schema
}
