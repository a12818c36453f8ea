import { type App, createRouter, type Incoming } from '@concordat/runtime/server'

/** Operation of a request, without names of tenants. */
export interface NamedRoute {
  readonly operationId: string
  /** The path template; `undefined` if there is no operation. */
  readonly path: string | undefined
}

/** Finds the operation of a request. */
export type RouteNames = (incoming: Incoming) => NamedRoute

/** Used for requests without an operation; otherwise anybody could create unlimited names. */
const noOperation: NamedRoute = { operationId: 'none', path: undefined }

/** Names requests by their operations. */
export function nameRoutes(operations: App['operations']): RouteNames {
  const route = createRouter<NamedRoute>(
    operations.map(({ method, path, operationId }) => ({ method, path, target: { operationId, path } })),
    'optional',
  )
  return ({ method, target }) => route(method, target.pathname)?.found?.target ?? noOperation
}
