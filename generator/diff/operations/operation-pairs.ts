import type { Model, Operation } from '../../model/model.ts'

/** The operations of two documents, the same ones side by side. */
export interface OperationPairs {
  readonly same: readonly { readonly old: Operation; readonly new: Operation }[]
  readonly gone: readonly Operation[]
  readonly added: readonly Operation[]
}

/** By method and path, whatever its parameters are called; those that are left by their operationId. */
export function pairOperations(old: Model, now: Model): OperationPairs {
  const places = new Map(now.operations.map((operation) => [placeOf(operation), operation]))
  const ids = new Map(now.operations.map((operation) => [operation.descriptor.operationId, operation]))
  const stays = new Map<Operation, Operation>()
  for (const operation of old.operations) {
    const found = places.get(placeOf(operation))
    if (found !== undefined) stays.set(operation, found)
  }
  const taken = new Set(stays.values())
  for (const operation of old.operations) {
    const found = ids.get(operation.descriptor.operationId)
    if (stays.has(operation) || found === undefined || taken.has(found)) continue
    stays.set(operation, found)
    taken.add(found)
  }
  return {
    same: [...stays].map(([before, after]) => ({ old: before, new: after })),
    gone: old.operations.filter((operation) => !stays.has(operation)),
    added: now.operations.filter((operation) => !taken.has(operation)),
  }
}

/** "GET /pets/{}" */
export function placeOf({ descriptor: { method, path } }: Operation): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
}

/** Names of the parameters in a path, in their order. */
export function templateNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)
}
