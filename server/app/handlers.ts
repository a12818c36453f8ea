import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { ServiceHandlers } from '../feature/handler-groups.ts'
import { refusalOf } from '../refusals/database-refusals.ts'
import { withSearches } from '../searches/searches.ts'
import { type HandlerParts, handlersOf, searches as operations } from './features.ts'

/** What the service's handlers work with in requests. */
export type RequestParts = HandlerParts & {
  /** Connections that searches have for themselves. */
  readonly searches: Kysely<Database>
}

/** The code of every operation. */
export function createHandlers({ searches, ...parts }: RequestParts): ServiceHandlers {
  const { db } = parts
  return refusing(
    withSearches((connections) => handlersOf({ ...parts, db: connections }), { db, searches, operations }),
  )
}

/** What only the database knows is asked of every request: whether it refuses something is looked at here, for all operations. */
function refusing(handlers: ServiceHandlers): ServiceHandlers {
  const guarded = Object.entries(handlers).map(([operationId, handler]) => [
    operationId,
    async (request: never, context: never) => {
      try {
        return await handler(request, context)
      } catch (error) {
        throw refusalOf(error) ?? error
      }
    },
  ])
  return Object.fromEntries(guarded) as ServiceHandlers
}
