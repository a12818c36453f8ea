import { type DocumentDescriptor, type OperationDescriptor, serverOn } from '@concordat/runtime/http'
import { createRouteChoice, createRouter, type Incoming, toIncoming } from '@concordat/runtime/server'
import type { SentRequest } from '../../data/exchange/exchange.ts'

/**
 * Target of a recorded request: an operation, a path that the document has only with other methods, or
 * nothing in the document.
 */
export interface MatchedTraffic {
  readonly operation?: OperationDescriptor
  /** True if the document has the path. */
  readonly isPath: boolean
}

/**
 * Creates a function that finds the operation of a request.
 * @param bases the prefixes of the document's paths: "https://api.example/v1", or a path, which matches any
 * origin. A request outside all of them does not belong to this document, so its result is `undefined`.
 */
export function trafficOperationFinder(
  document: DocumentDescriptor,
  bases: readonly string[],
): (request: Pick<SentRequest, 'method' | 'url' | 'headers'>) => MatchedTraffic | undefined {
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

/** Returns the parts of a request that distinguish operations whose paths match. */
function asIncoming({ url, headers: { accept } }: Pick<SentRequest, 'url' | 'headers'>): Incoming {
  return toIncoming(new Request(url, accept === undefined ? {} : { headers: { accept } }))
}
