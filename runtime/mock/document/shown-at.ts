import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'

interface Shown {
  readonly resource: ResourceDescriptor
  readonly names: readonly string[]
}

/**
 * Returns the path to the item in the schema of an operation's response; `undefined` if the schema does not
 * describe the item.
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

/** True if any alternative of the schema has one of the items' properties. */
export function mayShowItemMember({ names }: Pick<Shown, 'names'>, { alternatives }: Schema): boolean {
  return alternatives.some(({ properties }) => names.some((name) => properties.has(name)))
}
