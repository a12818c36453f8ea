import type { App, ResponseValidation } from '@concordat/runtime/server'
import { createApp as createGeneratedApp } from '../../generated/server.ts'
import type { RateLimits } from '../entry/rate-limits.ts'
import { keySatisfiesScope } from '../keys/scopes.ts'
import type { Log } from '../observability/log.ts'
import { problemAsRefusal } from '../refusals/errors.ts'
import { reportFailuresTo } from '../refusals/failures.ts'
import type { Caller } from '../tenancy/caller.ts'
import type { Tenant } from '../tenancy/tenancy.ts'
import { createAccess } from './access.ts'
import { lookups } from './features.ts'
import { createHandlers, type RequestParts } from './handlers.ts'

/** Parts of the service. */
export type AppParts = RequestParts & {
  readonly log: Log
  readonly validateResponses: ResponseValidation
  /** Absent if requests are not limited. */
  readonly rateLimits?: RateLimits | undefined
}

const maxBodyBytes = 20 * 2 ** 20

/** Combines the generated server, the handlers, and the service's own rules for access and errors. */
export function createApp({ log, validateResponses, rateLimits, ...foundation }: AppParts): App {
  const { authenticate, authorize } = createAccess(foundation.db, lookups)
  return createGeneratedApp<Caller, Tenant | undefined>({
    handlers: createHandlers(foundation),
    authenticate,
    async authorize({ operation, principal }) {
      const tenant = authorize({ operation, principal })
      if (principal !== undefined)
        await rateLimits?.count({ projectId: tenant?.projectId, userId: principal.user.id, operation })
      return tenant
    },
    satisfies: keySatisfiesScope,
    problemResponse: problemAsRefusal,
    validateResponses,
    maxBodyBytes,
    trailingSlash: 'optional',
    noStore: true,
    onError: reportFailuresTo(log, 'request failed'),
  })
}
