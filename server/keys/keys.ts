import { type Kysely, sql } from 'kysely'
import { changesBetween, creationOf } from '../activity/changes.ts'
import { recordOfUser } from '../activity/user-activity.ts'
import type { Database } from '../database/schema.ts'
import { digestKey, makeKey, maskKey } from './secret.ts'

/**
 * Creates a key for a user, and logs this for the organizations to which it gives access.
 * @returns the key itself, which cannot be retrieved later.
 */
export async function createKey(
  db: Kysely<Database>,
  {
    userId,
    label,
    scopes,
    expiresAt = null,
  }: { userId: number; label: string; scopes: readonly string[]; expiresAt?: Date | null },
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
      expires_at: expiresAt?.toISOString() ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordOfUser(db, {
    userId,
    user: undefined,
    scope: 'PersonalAPIKey',
    itemId: id,
    activity: 'created',
    detail: {
      name: label,
      changes: creationOf('PersonalAPIKey', {
        label,
        mask_value: mask,
        scopes,
        ...(expiresAt && { expires_at: expiresAt.toISOString() }),
      }),
    },
  })
  return key
}

/** A key as its owner sees it. */
export interface KnownKey {
  readonly id: string
  readonly user_id: number
  readonly label: string
  readonly scopes: readonly string[]
}

/**
 * Makes a key expire at a given time, unless it expires earlier, and logs this for the organizations to which
 * it gives access.
 */
export async function expireKey(
  db: Kysely<Database>,
  { id, user_id, label }: KnownKey,
  at: Date,
): Promise<void> {
  const ended = await db
    .updateTable('personal_api_keys')
    .set({ expires_at: at.toISOString() })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at.toISOString())]))
    .returning('id')
    .executeTakeFirst()
  if (ended === undefined) return
  await recordOfUser(db, {
    userId: user_id,
    user: undefined,
    scope: 'PersonalAPIKey',
    itemId: id,
    activity: 'updated',
    detail: {
      name: label,
      changes: changesBetween('PersonalAPIKey', {
        before: { expires_at: null },
        after: { expires_at: at.toISOString() },
        fields: ['expires_at'],
      }),
    },
  })
}

/** Finds keys by the key itself or by its mask, which the log shows. Several keys can have the same mask. */
export async function findKeys(db: Kysely<Database>, keyOrMask: string): Promise<readonly KnownKey[]> {
  return await db
    .selectFrom('personal_api_keys')
    .where(({ or, eb }) =>
      or([eb('secure_value', '=', digestKey(keyOrMask)), eb('mask_value', '=', keyOrMask)]),
    )
    .select(['id', 'user_id', 'label', 'scopes'])
    .execute()
}

/**
 * Records the use of a key. Call it at most once an hour per key, because a write for every request would
 * cost more than the request.
 */
export async function noteKeyUse(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .updateTable('personal_api_keys')
    .set({ last_used_at: sql`now()` })
    .where('secure_value', '=', digestKey(key))
    .execute()
}
