import { DatabaseError } from 'pg'
import type { Handlers } from '../generated/server.ts'
import { analysisHandlers } from './analysis/handlers.ts'
import { batchExportHandlers } from './batch-exports/handlers.ts'
import { domainHandlers } from './domains/handlers.ts'
import { inviteHandlers } from './invites/handlers.ts'
import type { KeyUser } from './keys/keys.ts'
import { memberHandlers } from './members/handlers.ts'
import { organizationHandlers } from './organizations/handlers.ts'
import { personHandlers } from './persons/handlers.ts'
import { pluginHandlers } from './plugins/handlers.ts'
import { projectHandlers } from './projects/handlers.ts'
import { Refusal } from './refusals.ts'
import type { Service } from './service.ts'

/** The code of every operation. */
export function createHandlers(service: Service): Handlers<KeyUser> {
  return refusingTexts({
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

/**
 * What only the database knows about texts: its own, and those in its JSON, hold every character but the null character
 * (22021, 22P05), and not every text is a regular expression to it (2201B).
 */
const refusedTexts: ReadonlyMap<string | undefined, () => Refusal> = new Map([
  ['22021', () => new Refusal('nullCharacter')],
  ['22P05', () => new Refusal('nullCharacter')],
  ['2201B', () => new Refusal('regexSyntax', 'properties')],
])

/** Such texts can come in any member of a request: they are refused here, for every operation. */
function refusingTexts(handlers: Handlers<KeyUser>): Handlers<KeyUser> {
  const guarded = Object.entries(handlers).map(([operationId, handler]) => [
    operationId,
    async (request: never, context: never) => {
      try {
        return await handler(request, context)
      } catch (error) {
        const refuse = error instanceof DatabaseError ? refusedTexts.get(error.code) : undefined
        throw refuse === undefined ? error : refuse()
      }
    },
  ])
  return Object.fromEntries(guarded) as Handlers<KeyUser>
}
