import { createApp as createGeneratedApp } from '../generated/server.ts'
import type { App, ResponseValidation } from '../runtime/server/app-options.ts'
import { createAuthenticator } from './authentication.ts'
import { createAuthorizer } from './authorization.ts'
import type { Connection } from './database/connection.ts'
import type { ChallengeResolver } from './domains/challenge.ts'
import { problemResponse } from './errors.ts'
import { createHandlers } from './handlers.ts'
import type { KeyUser } from './keys/keys.ts'
import { satisfies } from './keys/scopes.ts'
import type { Log } from './log.ts'

/** What the service is made of. */
export interface Parts {
  readonly db: Connection['db']
  readonly resolver: ChallengeResolver
  readonly log: Log
  readonly validateResponses: ResponseValidation
}

/** Bytes of a request's body that are read; a larger one is refused. */
const maxBodyBytes = 20 * 2 ** 20

/** Composes the service: the generated server, the handlers, and the service's own rules of access and errors. */
export function createApp({ db, resolver, log, validateResponses }: Parts): App {
  const { authorize, tenantOf } = createAuthorizer(db)
  return createGeneratedApp<KeyUser>({
    handlers: createHandlers({ db, resolver, tenantOf }),
    authenticate: createAuthenticator(db),
    authorize,
    satisfies,
    problemResponse,
    validateResponses,
    maxBodyBytes,
    trailingSlash: 'optional',
    onError: (error, { request, operation }) => {
      log.error('request failed', {
        method: request.method,
        path: new URL(request.url).pathname,
        operation: operation?.operationId,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    },
  })
}
