import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { NamedSchema } from './named-schema.ts'
import { requestSchemas, responseSchemas } from './of-operation.ts'
import { kindsNamedBySchema, reachableDefinitions, referredNamedSchemas } from './references.ts'

/**
 * The definitions that operations use, and the locations of those that are not components of the same name.
 */
export function definitionsInUse(
  schemas: readonly NamedSchema[],
  operations: readonly OperationDescriptor[],
): Required<Pick<DocumentDescriptor, 'definitions' | 'places'>> {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  const roots = operations
    .flatMap((operation) => [...requestSchemas(operation), ...responseSchemas(operation)])
    .flatMap((schema) => [...referredNamedSchemas(schema)])
  const used = reachableDefinitions(roots, (name) => [
    ...referredNamedSchemas(byName.get(name)),
    ...kindsNamedBySchema(byName.get(name)),
  ])
  const kept = schemas.filter(({ name }) => used.has(name))
  return {
    definitions: Object.fromEntries(kept.map(({ name, schema }) => [name, schema])),
    places: Object.fromEntries(
      kept
        .filter(({ name, pointer }) => pointer !== pointerBelow('#/components/schemas', name))
        .map(({ name, pointer }) => [name, pointer]),
    ),
  }
}
