import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'

/** A resource, with the names of its items' properties. */
interface Shown {
  readonly resource: ResourceDescriptor
  readonly names: readonly string[]
}

/**
 * Returns the path of the item in an operation's response, as in the document's model; `undefined` if the
 * response has none of the item's properties.
 */
export function itemPathInAnswer(
  shown: Shown,
  { operationId }: OperationDescriptor,
  answer: Schema | undefined,
): readonly string[] | undefined {
  const path = shown.resource.envelopes?.[operationId]?.shown
  if (path !== undefined) return answer?.at(path) && path
  return answer !== undefined && mayShowItemMember(shown, answer) ? [] : undefined
}

/** True if an object may have any of the items' properties. */
export function mayShowItemMember({ names }: Pick<Shown, 'names'>, { alternatives }: Schema): boolean {
  return alternatives.some(({ properties }) => names.some((name) => properties.has(name)))
}
