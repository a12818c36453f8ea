import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'

/** A resource with the names of its items' members. */
interface Shown {
  readonly resource: ResourceDescriptor
  readonly names: readonly string[]
}

/**
 * Path of the item in an operation's response, from the document's model; `undefined` if the response has no
 * member of the item.
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

/** True if an object may have any member of the items. */
export function mayShowItemMember({ names }: Pick<Shown, 'names'>, { alternatives }: Schema): boolean {
  return alternatives.some(({ properties }) => names.some((name) => properties.has(name)))
}
