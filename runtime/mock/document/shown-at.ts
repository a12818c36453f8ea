import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'

/** A resource, and names of the members of its items. */
interface Shown {
  readonly resource: ResourceDescriptor
  readonly names: readonly string[]
}

/** Where an answer of an operation has the item, as the document's model says; `undefined` if nothing of the item is there. */
export function shownAt(
  { resource, names }: Shown,
  { operationId }: OperationDescriptor,
  answer: Schema | undefined,
): readonly string[] | undefined {
  const path = resource.envelopes?.[operationId]?.shown ?? []
  const kinds = answer?.at(path)?.alternatives ?? []
  return kinds.some(({ properties }) => names.some((name) => properties.has(name))) ? path : undefined
}
