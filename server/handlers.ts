import type { Handlers } from '../generated/server.ts'
import { analysisHandlers } from './analysis/handlers.ts'
import { batchExportHandlers } from './batch-exports/handlers.ts'
import { refusalOf } from './database-refusals.ts'
import { domainHandlers } from './domains/handlers.ts'
import { inviteHandlers } from './invites/handlers.ts'
import type { KeyUser } from './keys/keys.ts'
import { memberHandlers } from './members/handlers.ts'
import { organizationHandlers } from './organizations/handlers.ts'
import { personHandlers } from './persons/handlers.ts'
import { pluginHandlers } from './plugins/handlers.ts'
import { projectHandlers } from './projects/handlers.ts'
import type { Service } from './service.ts'

/** The code of every operation. */
export function createHandlers(service: Service): Handlers<KeyUser> {
  return refusing({
    ...organizationHandlers(service),
    ...batchExportHandlers(service),
    ...domainHandlers(service),
    ...memberHandlers(service),
    ...inviteHandlers(service),
    ...projectHandlers(service),
    ...pluginHandlers(service),
    ...personHandlers(service),
    ...analysisHandlers(service),
  })
}

/** What only the database knows is asked of every request: whether it refuses something is looked at here, for all operations. */
function refusing(handlers: Handlers<KeyUser>): Handlers<KeyUser> {
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
  return Object.fromEntries(guarded) as Handlers<KeyUser>
}
