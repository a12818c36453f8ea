import { METHODS, type Method } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { below } from '@concordat/runtime/pointer'
import type { JsonObject } from './model.ts'

/** An operation as it stands in the document. */
export interface OperationSource {
  readonly path: string
  readonly pathItem: JsonObject
  /** In upper case: "GET". */
  readonly method: Method
  readonly operation: JsonObject
  readonly pointer: string
}

/** Every operation below the document's paths, in document order; of one path in a fixed order of methods. */
export function* operationSources(document: JsonObject): Generator<OperationSource> {
  for (const [path, pathItem] of Object.entries(isObject(document['paths']) ? document['paths'] : {})) {
    if (!isObject(pathItem) || !path.startsWith('/')) continue
    for (const method of METHODS) {
      const field = method.toLowerCase()
      const operation = pathItem[field]
      if (isObject(operation))
        yield { path, pathItem, method, operation, pointer: below('#/paths', path, field) }
    }
  }
}
