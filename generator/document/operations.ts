import { METHODS, type Method } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { DocumentObject, OperationObject, PathItemObject } from './document.ts'

/** An operation of a path item. */
export interface ItemOperation {
  /** HTTP method: "GET", or an additional one such as "COPY". */
  readonly method: string
  readonly operation: OperationObject
  /** Steps from the path item to the operation: ["get"], ["additionalOperations", "COPY"]. */
  readonly steps: readonly string[]
}

/** An operation with its location in the document. */
export interface PlacedOperation extends Omit<ItemOperation, 'steps'> {
  readonly path: string
  readonly pathItem: PathItemObject
  readonly pointer: string
}

/**
 * Yields every operation in the document's paths, in document order. Within a path, the methods have a fixed
 * order.
 */
export function* documentOperations({ paths = {} }: DocumentObject): Generator<PlacedOperation> {
  for (const [path, pathItem] of Object.entries(paths)) {
    if (!path.startsWith('/')) continue
    for (const { method, operation, steps } of pathItemOperations(pathItem))
      yield { path, pathItem, method, operation, pointer: pointerBelow('#/paths', path, ...steps) }
  }
}

/**
 * Yields a path item's operations. The operations in its fields come first, in a fixed order of methods, and
 * then the additional ones.
 */
export function* pathItemOperations(item: PathItemObject): Generator<ItemOperation> {
  for (const method of METHODS) {
    const field = fieldOf(method)
    const operation = item[field]
    if (operation !== undefined) yield { method, operation, steps: [field] }
  }
  for (const [method, operation] of Object.entries(item.additionalOperations ?? {}))
    yield { method, operation, steps: ['additionalOperations', method] }
}

function fieldOf<Name extends Method>(method: Name): Lowercase<Name> {
  return method.toLowerCase() as Lowercase<Name>
}
