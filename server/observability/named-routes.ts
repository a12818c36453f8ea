import { type App, createRouter, type Incoming } from '@concordat/runtime/server'

/** A request's operation, without tenant names. */
export interface NamedRoute {
  readonly operationId: string
  /** The path template; `undefined` if the request has no operation. */
  readonly path: string | undefined
}

/** Finds the operation for a request. */
export type RouteNames = (incoming: Incoming) => NamedRoute

/** Used for requests without an operation. Otherwise, anyone could create an unlimited number of names. */
const noOperation: NamedRoute = { operationId: 'none', path: undefined }

/** Names requests after their operations. */
export function nameRoutes(operations: App['operations']): RouteNames {
  const route = createRouter<NamedRoute>(
    operations.map(({ method, path, operationId }) => ({ method, path, target: { operationId, path } })),
    'optional',
  )
  return ({ method, target }) => route(method, target.pathname)?.found?.target ?? noOperation
}
