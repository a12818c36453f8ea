import type { JsonObject } from './model.ts'
import { below, isObject } from './schema.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** An operation as it stands in the document. */
export interface OperationSource {
  readonly path: string
  readonly pathItem: JsonObject
  readonly method: (typeof METHODS)[number]
  readonly operation: JsonObject
  readonly pointer: string
}

/** Every operation below the document's paths, in document order; of one path in a fixed order of methods. */
export function* operationSources(document: JsonObject): Generator<OperationSource> {
  for (const [path, pathItem] of Object.entries(isObject(document['paths']) ? document['paths'] : {})) {
    if (!isObject(pathItem) || !path.startsWith('/')) continue
    for (const method of METHODS) {
      const operation = pathItem[method]
      if (isObject(operation))
        yield { path, pathItem, method, operation, pointer: below('#/paths', path, method) }
    }
  }
}
