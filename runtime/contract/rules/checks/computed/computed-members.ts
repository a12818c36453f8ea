import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../../data/document/json-body.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownSchemas } from '../../../data/document/shown.ts'
import { isCreationName, isQuantityName, moments } from '../../../lexicon/lexicon.ts'

/** Maximum number of objects or lists around a property: 2 for "order.lines.total". */
const DEEPEST = 2

/** Paths of the properties that any of a resource's writes accepts: "total", "lines.quantity". */
export function membersWrittenBesideComputed(
  document: DocumentDescriptor,
  { name }: ResourceDescriptor,
): ReadonlySet<string> {
  const bodies = document.operations.flatMap((operation) => {
    const body = operation.resource?.name === name ? jsonBody(operation) : undefined
    return body === undefined ? [] : [schemaIn(document, body.schema)]
  })
  return new Set(bodies.flatMap((schema) => [...pathsIn(schema, [])]))
}

function* pathsIn(schema: Schema, path: readonly string[]): Generator<string> {
  for (const [name, own] of schema.properties) {
    if (own.keywords.readOnly === true) continue
    yield [...path, name].join('.')
    if (path.length < DEEPEST) yield* pathsIn(own.types.includes('array') ? own.items : own, [...path, name])
  }
}

/**
 * True if items that an operation creates contain numbers that no write accepts, or times that clients write.
 */
export function computesNumbers(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const resource = resourceByName(document, operation.resource?.name)
  if (resource === undefined) return false
  const written = membersWrittenBesideComputed(document, resource)
  const isComputed = (schema: Schema, path: readonly string[]): boolean =>
    [...schema.properties].some(([name, own]) => {
      const isWritten = written.has([...path, name].join('.'))
      if (own.keywords.format === 'date-time')
        return isWritten && !isCreationName(name) && !moments.happened.has(name)
      const isNumber = own.types.some((type) => type === 'integer' || type === 'number')
      if (!isWritten && isNumber && isQuantityName(name)) return true
      const inner = own.types.includes('array') ? own.items : own
      return path.length < DEEPEST && inner.properties.size > 0 && isComputed(inner, [...path, name])
    })
  return shownSchemas(operation, document).some((schema) => isComputed(schema, []))
}
