import type { Kysely } from 'kysely'
import { analysisHandlers } from '../analysis/handlers.ts'
import { batchExportHandlers } from '../batch-exports/handlers.ts'
import type { Database } from '../database/schema.ts'
import { domainHandlers } from '../domains/handlers.ts'
import { inviteHandlers } from '../invites/handlers.ts'
import { memberHandlers } from '../members/handlers.ts'
import { organizationHandlers, ownOrganizationsHandlers } from '../organizations/handlers.ts'
import { personHandlers } from '../persons/handlers.ts'
import { pluginHandlers } from '../plugins/handlers.ts'
import { projectHandlers } from '../projects/handlers.ts'
import { refusalOf } from '../refusals/database-refusals.ts'
import { withSearches } from '../searches/searches.ts'
import type { Foundation } from './foundation.ts'
import { inOrganization, inProject, type ServiceHandlers } from './handler-groups.ts'

/** The code of every operation. */
export function createHandlers(foundation: HandlerParts): ServiceHandlers {
  return refusing(withSearches((db) => handlersOn({ ...foundation, db }), foundation))
}

/** What the handlers work with in requests. */
export interface HandlerParts extends Foundation {
  /** Connections that searches have for themselves. */
  readonly searches: Kysely<Database>
}

function handlersOn(foundation: Foundation): ServiceHandlers {
  return {
    ...ownOrganizationsHandlers(foundation),
    ...projectHandlers(foundation),
    ...inOrganization({
      ...organizationHandlers(foundation),
      ...batchExportHandlers(foundation),
      ...domainHandlers(foundation),
      ...memberHandlers(foundation),
      ...inviteHandlers(foundation),
      ...pluginHandlers(foundation),
    }),
    ...inProject({ ...personHandlers(foundation), ...analysisHandlers(foundation) }),
  }
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
