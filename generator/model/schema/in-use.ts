import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { NamedSchema } from './named-schema.ts'
import { requestSchemas, responseSchemas } from './of-operation.ts'
import { closure, definitionName, referencedNames } from './references.ts'

/** The kinds that a schema without alternatives names: values are made of these. */
function kindsOf(schema: JsonSchema | undefined): string[] {
  const { discriminator, oneOf, anyOf } = keywordsOf(schema)
  if (oneOf !== undefined || anyOf !== undefined) return []
  return Object.values(discriminator?.mapping ?? {}).flatMap((target) => definitionName(target) ?? [])
}

/** The definitions that operations reach, and where those stand whose name is not that of a component. */
export function definitionsInUse(
  schemas: readonly NamedSchema[],
  operations: readonly OperationDescriptor[],
): Required<Pick<DocumentDescriptor, 'definitions' | 'places'>> {
  const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
  const roots = operations
    .flatMap((operation) => [...requestSchemas(operation), ...responseSchemas(operation)])
    .flatMap((schema) => [...referencedNames(schema)])
  const used = closure(roots, (name) => [...referencedNames(byName.get(name)), ...kindsOf(byName.get(name))])
  const kept = schemas.filter(({ name }) => used.has(name))
  return {
    definitions: Object.fromEntries(kept.map(({ name, schema }) => [name, schema])),
    places: Object.fromEntries(
      kept
        .filter(({ name, pointer }) => pointer !== below('#/components/schemas', name))
        .map(({ name, pointer }) => [name, pointer]),
    ),
  }
}
