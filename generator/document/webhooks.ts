import { pointerBelow } from '@concordat/runtime/pointer'
import type { DocumentObject, PathItemObject, ReferenceObject } from './document.ts'
import { documentOperations, type PlacedOperation, pathItemOperations } from './operations.ts'
import { resolveReferenceObject } from './reference.ts'
import { documentNamedMembers } from './shape.ts'

/** A request that the service sends to other servers. */
export interface PlacedWebhook {
  /**
   * Name in the document; for a callback, the operationId and the callback's name: "subscribe.onEvent". The
   * method is added if there are several.
   */
  readonly key: string
  readonly placed: PlacedOperation
  /** A callback's URL, with runtime expressions: "{$request.body#/url}". */
  readonly address?: string
}

/** Yields the operations of the document's webhooks, and then the operations of its callbacks. */
export function* documentWebhooks(document: DocumentObject): Generator<PlacedWebhook> {
  for (const [key, item] of Object.entries(document.webhooks ?? {}))
    yield* inItem(document, { key, item, pointer: pointerBelow('#/webhooks', key) })
  for (const { operation, pointer, method, path } of documentOperations(document)) {
    for (const [name, written] of Object.entries(operation.callbacks ?? {})) {
      const callback = resolveReferenceObject(document, written, pointerBelow(pointer, 'callbacks', name))
      const key = `${operation.operationId ?? `${method} ${path}`}.${name}`
      for (const [expression, item] of documentNamedMembers(callback.value))
        yield* inItem(document, {
          key,
          item,
          pointer: pointerBelow(callback.pointer, expression),
          address: expression,
        })
    }
  }
}

interface Item {
  readonly key: string
  readonly item: PathItemObject | ReferenceObject
  readonly pointer: string
  readonly address?: string
}

function* inItem(document: DocumentObject, { key, item, pointer, address }: Item): Generator<PlacedWebhook> {
  const { value: pathItem, pointer: place } = resolveReferenceObject(document, item, pointer)
  const operations = [...pathItemOperations(pathItem)]
  for (const { method, operation, steps } of operations) {
    const own = operations.length === 1 ? key : `${key} ${method.toLowerCase()}`
    // The document's default credentials are meant for callers, so webhooks do not inherit them.
    const received = { security: [], ...operation }
    const path = `/${encodeURIComponent(key.toWellFormed())}`
    yield {
      key: own,
      placed: { path, pathItem, method, operation: received, pointer: pointerBelow(place, ...steps) },
      ...(address !== undefined && { address }),
    }
  }
}
