import { type DocumentDescriptor, type OperationDescriptor, serverOn } from '@concordat/runtime/http'
import { createRouter } from '@concordat/runtime/server'

/** What a request of others was for: an operation, or a path that has other methods, or nothing of the document. */
export interface Matched {
  readonly operation?: OperationDescriptor
  /** Whether the path is one of the document's. */
  readonly isPath: boolean
}

/**
 * Finds the operations that requests are for.
 * @param bases where the document's paths begin: "https://api.example/v1", or a path that counts on any origin. Outside all of them
 *   a request is nobody's: `undefined`.
 */
export function operationFinder(
  document: DocumentDescriptor,
  bases: readonly string[],
): (method: string, url: string) => Matched | undefined {
  const routes = bases.map((base) => {
    const origin = /^https?:\/\/[^/?#]+/i.exec(base)?.[0]
    const route = createRouter(
      document.operations.map((operation) => ({
        method: operation.method,
        path:
          serverOn(base, operation.server)
            .slice((origin ?? '').length)
            .replace(/\/$/, '') + operation.path,
        target: operation,
      })),
      document.trailingSlash ?? 'exact',
    )
    return { route, origin: origin === undefined ? undefined : new URL(origin).origin }
  })
  return (method, url) => {
    const { origin, pathname, search } = new URL(url)
    const own = routes.filter((each) => each.origin === undefined || each.origin === origin)
    let isPath = false
    for (const { route } of own) {
      const match = route(method, pathname, search.slice(1))
      // HEAD asks for what GET answers.
      const found =
        match?.found ?? (method === 'HEAD' ? route('GET', pathname, search.slice(1))?.found : undefined)
      if (found !== undefined) return { operation: found.target, isPath: true }
      isPath ||= match !== undefined
    }
    return own.length === 0 ? undefined : { isPath }
  }
}
