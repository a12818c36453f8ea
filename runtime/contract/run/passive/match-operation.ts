import { type DocumentDescriptor, type OperationDescriptor, serverOn } from '@concordat/runtime/http'
import { createRouteChoice, createRouter, type Incoming, toIncoming } from '@concordat/runtime/server'
import type { SentRequest } from '../../data/exchange/exchange.ts'

/**
 * Target of a request of others: an operation, or a path that has other methods, or nothing of the document.
 */
export interface Matched {
  readonly operation?: OperationDescriptor
  /** True if the path is one of the document's. */
  readonly isPath: boolean
}

/**
 * Finds the operations that requests are for.
 * @param bases where the document's paths begin: "https://api.example/v1", or a path that counts on any
 *   origin. Outside all of them a request is nobody's: `undefined`.
 */
export function operationFinder(
  document: DocumentDescriptor,
  bases: readonly string[],
): (request: Pick<SentRequest, 'method' | 'url' | 'headers'>) => Matched | undefined {
  const choose = createRouteChoice(document)
  const routes = bases.map((base) => {
    const origin = /^https?:\/\/[^/?#]+/i.exec(base)?.[0]
    const route = createRouter(
      document.operations.map((operation) => ({
        method: operation.method,
        path:
          serverOn(base, operation.server)
            .slice((origin ?? '').length)
            .replace(/\/$/, '') + operation.path,
        target: { operation },
      })),
      document.trailingSlash ?? 'exact',
    )
    return { route, origin: origin === undefined ? undefined : new URL(origin).origin }
  })
  return (request) => {
    const { method, url } = request
    const { origin, pathname, search } = new URL(url)
    const own = routes.filter((each) => each.origin === undefined || each.origin === origin)
    let isPath = false
    for (const { route } of own) {
      const match = route(method, pathname, search.slice(1))
      if (match?.found !== undefined) {
        const { found, others } = match
        const { target } = others === undefined ? found : choose([found, ...others], asIncoming(request))
        return { operation: target.operation, isPath: true }
      }
      isPath ||= match !== undefined
    }
    return own.length === 0 ? undefined : { isPath }
  }
}

/** As much of a request as tells apart operations whose paths take it. */
function asIncoming({ url, headers: { accept } }: Pick<SentRequest, 'url' | 'headers'>): Incoming {
  return toIncoming(new Request(url, accept === undefined ? {} : { headers: { accept } }))
}
