import type { Kysely } from 'kysely'
import type { Authenticated, AuthenticationAttempt } from '../runtime/server/app-options.ts'
import type { Database } from './database/schema.ts'
import { findKey, type KeyUser } from './keys/keys.ts'

/** Finds who holds a personal API key. */
export function createAuthenticator(db: Kysely<Database>) {
  return async ({ credential }: AuthenticationAttempt): Promise<Authenticated<KeyUser> | undefined> => {
    const key = await findKey(db, credential)
    return key === undefined ? undefined : { principal: key.user, scopes: key.scopes }
  }
}
