import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { type SchemaScope, schemaIn } from '../../data/document/schema-in.ts'

/** The value that a query parameter has when it is omitted. */
interface AssumedValue {
  readonly parameter: ParameterDescriptor
  readonly value: unknown
  readonly clause: string
}

/**
 * Returns the default values of a read's optional query parameters.
 * @see OpenAPI 3.0.4, Schema Object, `default`
 */
export function assumedQueryValues(
  { method, pointer, parameters = [] }: OperationDescriptor,
  document: SchemaScope,
): AssumedValue[] {
  if (method !== 'GET') return []
  return parameters.flatMap((parameter, index): AssumedValue[] => {
    const { in: location, required, mediaType } = parameter
    if (location !== 'query' || required || mediaType !== undefined) return []
    const schema = schemaIn(document, parameter.schema)
    const { default: value } = schema.keywords
    if (value === undefined || value === null || !schema.allows(value)) return []
    return [
      { parameter, value, clause: pointerBelow(pointer, 'parameters', String(index), 'schema', 'default') },
    ]
  })
}
