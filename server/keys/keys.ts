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

/** Notes that a key is used; at most once an hour: a write for every request would cost more than the request. */
export async function noteUse(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .updateTable('personal_api_keys')
    .set({ last_used_at: sql`now()` })
    .where('secure_value', '=', digestKey(key))
    .execute()
}
