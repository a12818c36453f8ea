import type { Kysely } from 'kysely'
import type { Authenticated, AuthenticationAttempt } from '../runtime/server/app-options.ts'
import type { Database } from './database/schema.ts'
import { shareWork } from './database/share-work.ts'
import { findKey, type KeyUser, type KnownKey } from './keys/keys.ts'

/** Finds who holds a personal API key. */
export function createAuthenticator(db: Kysely<Database>) {
  const shared = shareWork<KnownKey | undefined>()
  return async ({ credential }: AuthenticationAttempt): Promise<Authenticated<KeyUser> | undefined> => {
    const key = await shared(credential, () => findKey(db, credential))
    return key === undefined ? undefined : { principal: key.user, scopes: key.scopes }
  }
}
