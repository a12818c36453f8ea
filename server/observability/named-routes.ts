import { type App, createRouter, type Incoming } from '@concordat/runtime/server'

/** Purpose of a request, in words that are the same for all tenants. */
export interface NamedRoute {
  readonly operationId: string
  /** The path template; `undefined` where there is no operation. */
  readonly path: string | undefined
}

/** Finds the purpose of a request. */
export type RouteNames = (incoming: Incoming) => NamedRoute

/** Stands for a request that belongs to no operation: otherwise anybody could make names without end. */
const noOperation: NamedRoute = { operationId: 'none', path: undefined }

/** Names requests by the operations that they are for. */
export function nameRoutes(operations: App['operations']): RouteNames {
  const route = createRouter<NamedRoute>(
    operations.map(({ method, path, operationId }) => ({ method, path, target: { operationId, path } })),
    'optional',
  )
  return ({ method, target }) => route(method, target.pathname)?.found?.target ?? noOperation
}
