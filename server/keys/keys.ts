import { type Kysely, sql } from 'kysely'
import { creationOf } from '../activity/changes.ts'
import { recordOfUser } from '../activity/user-activity.ts'
import type { Database } from '../database/schema.ts'
import { digestKey, makeKey, maskKey } from './secret.ts'

/** Who calls: the user of a key. */
export interface KeyUser {
  readonly id: number
  readonly uuid: string
}

/** A key that is known and whose user is active. */
export interface KnownKey {
  readonly user: KeyUser
  readonly scopes: readonly string[]
}

/**
 * Makes a key for a user, as the operator; the organizations that it opens find it in their log.
 * @returns the key itself; it cannot be had again.
 */
export async function createKey(
  db: Kysely<Database>,
  { userId, label, scopes }: { userId: number; label: string; scopes: readonly string[] },
): Promise<string> {
  const key = makeKey()
  const mask = maskKey(key)
  const { id } = await db
    .insertInto('personal_api_keys')
    .values({
      user_id: userId,
      label,
      secure_value: digestKey(key),
      mask_value: mask,
      scopes: [...scopes],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordOfUser(db, {
    userId,
    user: undefined,
    scope: 'PersonalAPIKey',
    itemId: id,
    activity: 'created',
    detail: { name: label, changes: creationOf('PersonalAPIKey', { label, mask_value: mask, scopes }) },
  })
  return key
}

/** Finds the user and the scopes of a key, and notes its use; `undefined` when unknown or its user is inactive. */
export async function findKey(db: Kysely<Database>, key: string): Promise<KnownKey | undefined> {
  const digest = digestKey(key)
  const found = await db
    .selectFrom('personal_api_keys as key')
    .innerJoin('users', 'users.id', 'key.user_id')
    .where('key.secure_value', '=', digest)
    .where('users.is_active', '=', true)
    .select(['users.id', 'users.uuid', 'key.scopes'])
    .select(
      sql<boolean>`key.last_used_at is null or key.last_used_at < now() - interval '1 hour'`.as('stale'),
    )
    .executeTakeFirst()
  if (found === undefined) return undefined
  if (found.stale) await noteUse(db, digest)
  return { user: { id: found.id, uuid: found.uuid }, scopes: found.scopes }
}

/** At most once an hour: a write for every request would cost more than the request. */
async function noteUse(db: Kysely<Database>, digest: string): Promise<void> {
  await db
    .updateTable('personal_api_keys')
    .set({ last_used_at: sql`now()` })
    .where('secure_value', '=', digest)
    .execute()
}
