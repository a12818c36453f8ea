import type { MediaTypeDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'

interface Holder {
  readonly schema?: JsonSchema
}

/** Schemas of a client's requests: parameters and requestBody. */
export function requestSchemas({ parameters = [], requestBody }: OperationDescriptor): JsonSchema[] {
  return schemasOf([...parameters, ...mediaTypesOf(requestBody?.content)])
}

/** Schemas of a server's answers: content and headers of every response. */
export function responseSchemas({ responses }: OperationDescriptor): JsonSchema[] {
  return Object.values(responses).flatMap(({ content, headers = {} }) =>
    schemasOf([...mediaTypesOf(content), ...Object.values(headers)]),
  )
}

function mediaTypesOf(content: Readonly<Record<string, MediaTypeDescriptor>> = {}): Holder[] {
  return Object.values(content)
}

function schemasOf(holders: readonly Holder[]): JsonSchema[] {
  return holders.flatMap(({ schema }) => (schema === undefined ? [] : [schema]))
}
