import type { Kysely } from 'kysely'
import type { Authorizer } from './authorization.ts'
import type { Database } from './database/schema.ts'
import type { ChallengeResolver } from './domains/challenge.ts'

/** What the handlers of every resource work with. */
export interface Service {
  readonly db: Kysely<Database>
  readonly tenantOf: Authorizer['tenantOf']
  readonly resolver: ChallengeResolver
}
