import { METHODS, type Method } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import type { DocumentObject, OperationObject, PathItemObject } from './document.ts'

/** An operation as it stands in the document. */
export interface PlacedOperation {
  readonly path: string
  readonly pathItem: PathItemObject
  /** In upper case: "GET". */
  readonly method: Method
  readonly operation: OperationObject
  readonly pointer: string
}

/** Every operation below the document's paths, in document order; of one path in a fixed order of methods. */
export function* operationsOf({ paths = {} }: DocumentObject): Generator<PlacedOperation> {
  for (const [path, pathItem] of Object.entries(paths)) {
    if (!path.startsWith('/')) continue
    for (const method of METHODS) {
      const field = fieldOf(method)
      const operation = pathItem[field]
      if (operation !== undefined)
        yield { path, pathItem, method, operation, pointer: below('#/paths', path, field) }
    }
  }
}

function fieldOf<Name extends Method>(method: Name): Lowercase<Name> {
  return method.toLowerCase() as Lowercase<Name>
}
