import type { MediaTypeDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'

interface Holder {
  readonly schema?: JsonSchema
}

/** Schemas in a client's requests: those of the parameters and of the request body. */
export function requestSchemas({ parameters = [], requestBody }: OperationDescriptor): JsonSchema[] {
  return schemasOf([...parameters, ...mediaTypesOf(requestBody?.content)])
}

/** Schemas in a server's responses: those of the content and headers. */
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
