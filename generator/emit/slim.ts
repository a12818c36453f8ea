import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { JsonSchema } from '@concordat/runtime/schema'
import { closure, definitionName } from '../model/view.ts'

/**
 * The descriptor without what running it does not need.
 * @param slimmed gets each response and parameter with what became of it; one that is shared stays shared.
 */
export function slimDescriptor(
  descriptor: DocumentDescriptor,
  slimmed = new Map<object, object>(),
): DocumentDescriptor {
  const requested = definitionsOfRequests(descriptor)
  const definitions = Object.entries(descriptor.definitions).map(
    ([name, schema]) => [name, slim(schema, { examples: requested.has(name) })] as const,
  )
  return {
    ...descriptor,
    operations: descriptor.operations.map((operation) => slimOperation(operation, slimmed)),
    definitions: Object.fromEntries(definitions) as Record<string, JsonSchema>,
  }
}

/** Validation needs no prose; examples are kept where values for a request are made from them. */
const PROSE = new Set(['title', 'description', '$comment', 'deprecated', 'x-source', 'discriminator'])

function slim(schema: unknown, keep: { readonly examples: boolean }): unknown {
  if (Array.isArray(schema)) return schema.map((item) => slim(item, keep))
  if (!isObject(schema)) return schema
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (PROSE.has(keyword)) return []
    if (keyword === 'examples')
      return keep.examples && Array.isArray(value) ? [[keyword, value.slice(0, 1)]] : []
    if (['default', 'const', 'enum', 'dependentRequired', 'x-writable-when'].includes(keyword))
      return [[keyword, value]]
    if (
      ['properties', 'patternProperties', 'dependentSchemas', '$defs'].includes(keyword) &&
      isObject(value)
    ) {
      return [
        [keyword, Object.fromEntries(Object.entries(value).map(([name, item]) => [name, slim(item, keep)]))],
      ]
    }
    return [[keyword, slim(value, keep)]]
  })
  return Object.fromEntries(entries)
}

function slimOperation(operation: OperationDescriptor, slimmed: Map<object, object>): OperationDescriptor {
  const { parameters, requestBody, responses } = operation
  const once = <Descriptor extends object>(
    descriptor: Descriptor,
    keep: { readonly examples: boolean },
  ): Descriptor => {
    const slim = slimmed.get(descriptor) ?? slimSchemas(descriptor, keep)
    slimmed.set(descriptor, slim)
    return slim as Descriptor
  }
  return {
    ...operation,
    ...(parameters !== undefined && {
      parameters: parameters.map((parameter) => once(parameter, { examples: true })),
    }),
    ...(requestBody !== undefined && { requestBody: slimSchemas(requestBody, { examples: true }) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, once(response, { examples: false })]),
    ),
  }
}

/** Slims every `schema` inside descriptors; nothing else in them is prose. */
function slimSchemas<Node>(node: Node, keep: { readonly examples: boolean }): Node {
  if (Array.isArray(node)) return node.map((item) => slimSchemas(item, keep)) as Node
  if (!isObject(node)) return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === 'schema' ? slim(value, keep) : slimSchemas(value, keep),
    ]),
  ) as Node
}

function definitionsOfRequests({ operations, definitions }: DocumentDescriptor): Set<string> {
  const roots = operations.flatMap(({ parameters, requestBody }) => [...names([parameters, requestBody])])
  return closure(roots, (name) => names(definitions[name]))
}

function names(node: unknown): Set<string> {
  if (Array.isArray(node)) return new Set(node.flatMap((item) => [...names(item)]))
  if (!isObject(node)) return new Set()
  return new Set(
    Object.entries(node).flatMap(([key, value]) => {
      const name = key === '$ref' ? definitionName(value) : undefined
      return name === undefined ? [...names(value)] : [name]
    }),
  )
}
