import { type DocumentDescriptor, successSchema } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { schemaIn } from '../document/schema-in.ts'

/** Minimum share of a document's responses that have the same property beside what they contain. */
const LEAST_SHARE = 0.8
/** Minimum number of responses whose properties are compared. */
const LEAST_RESPONSES = 5

/**
 * Returns the properties that all responses have beside the item or items in them, such as "status" and
 * "type" in `{ type, status, metadata: { … } }`. They say how the request went, and nothing about items.
 */
export function wrapperMembers(document: DocumentDescriptor): ReadonlySet<string> {
  const responses = document.operations.flatMap((operation) => {
    const { properties } = schemaIn(document, successSchema(operation))
    const isList = operation.list !== undefined || operation.resource?.role === 'list'
    return properties.size === 0 ? [] : [{ names: scalarsOf(properties), isList }]
  })
  const least = Math.max(LEAST_RESPONSES, responses.length * LEAST_SHARE)
  const countOf = (name: string): number => responses.filter(({ names }) => names.includes(name)).length
  // Items can share properties, too, but a list does not have them beside its items.
  const besideLists = new Set(responses.filter(({ isList }) => isList).flatMap(({ names }) => names))
  return new Set([...besideLists].filter((name) => countOf(name) >= least))
}

function scalarsOf(properties: ReadonlyMap<string, Schema>): readonly string[] {
  return [...properties]
    .filter(([, { types }]) => types.length > 0 && !types.includes('object') && !types.includes('array'))
    .map(([name]) => name)
}
