import type { DocumentDescriptor, MediaTypeDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { mapSubschemas } from '@concordat/runtime/subschemas'
import { requestSchemas } from '../model/schema/of-operation.ts'
import { closure, referencedNames } from '../model/schema/references.ts'

/**
 * The descriptor without what running it does not need.
 * @param slimmed gets each response and parameter with what became of it; one that is shared stays shared.
 */
export function slimDescriptor(
  descriptor: DocumentDescriptor,
  slimmed = new Map<object, object>(),
): DocumentDescriptor {
  const requested = definitionsOfRequests(descriptor)
  return {
    ...descriptor,
    operations: descriptor.operations.map((operation) => slimOperation(operation, slimmed)),
    definitions: mapValues(descriptor.definitions, (schema, name) =>
      slim(schema, { examples: requested.has(name) }),
    ),
  }
}

/** Whether examples are kept: where values for a request are made from them. */
interface Keep {
  readonly examples: boolean
}

const IN_REQUEST: Keep = { examples: true }
const IN_RESPONSE: Keep = { examples: false }

/** Validation needs no prose. */
const PROSE = new Set([
  'title',
  'description',
  '$comment',
  'deprecated',
  'x-source',
  'x-enum-varnames',
  'x-enumNames',
  'x-enum-descriptions',
  'x-enumDescriptions',
])

function slim(schema: JsonSchema, keep: Keep): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (PROSE.has(keyword)) return []
    if (keyword !== 'examples') return [[keyword, value]]
    return keep.examples && Array.isArray(value) ? [[keyword, value.slice(0, 1)]] : []
  })
  return mapSubschemas(Object.fromEntries(kept), (inner) => slim(inner, keep))
}

function slimOperation(operation: OperationDescriptor, slimmed: Map<object, object>): OperationDescriptor {
  const { parameters, requestBody, responses } = operation
  const once = <Descriptor extends object>(descriptor: Descriptor, make: () => Descriptor): Descriptor => {
    const slim = slimmed.get(descriptor) ?? make()
    slimmed.set(descriptor, slim)
    return slim as Descriptor
  }
  return {
    ...operation,
    ...(parameters !== undefined && {
      parameters: parameters.map((parameter) => once(parameter, () => slimSchema(parameter, IN_REQUEST))),
    }),
    ...(requestBody !== undefined && {
      requestBody: { ...requestBody, content: slimContent(requestBody.content, IN_REQUEST) },
    }),
    responses: mapValues(responses, (response) => once(response, () => slimResponse(response))),
  }
}

function slimResponse(response: OperationDescriptor['responses'][string]) {
  const { content, headers } = response
  return {
    ...response,
    ...(content !== undefined && { content: slimContent(content, IN_RESPONSE) }),
    ...(headers !== undefined && {
      headers: mapValues(headers, (header) => slimSchema(header, IN_RESPONSE)),
    }),
  }
}

function slimContent(content: Readonly<Record<string, MediaTypeDescriptor>>, keep: Keep) {
  return mapValues(content, (media) => slimSchema(media, keep))
}

function slimSchema<Holder extends { readonly schema?: JsonSchema }>(holder: Holder, keep: Keep): Holder {
  return holder.schema === undefined ? holder : { ...holder, schema: slim(holder.schema, keep) }
}

function definitionsOfRequests({ operations, definitions }: DocumentDescriptor): Set<string> {
  const roots = operations.flatMap(requestSchemas).flatMap((schema) => [...referencedNames(schema)])
  return closure(roots, (name) => referencedNames(definitions[name]))
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))
}
