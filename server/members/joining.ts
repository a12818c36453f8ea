import type { Kysely } from 'kysely'
import { recordActivity } from '../activity/activity.ts'
import type { Database } from '../database/schema.ts'
import type { KeyUser, Level } from '../tenancy/tenancy.ts'
import type { User } from '../users/tables.ts'

/**
 * Logs that a user became a member.
 * @param by the user who caused this; `undefined` for the operator.
 */
export async function recordJoining(
  db: Kysely<Database>,
  {
    organizationId,
    user,
    level,
    by,
  }: { organizationId: string; user: User; level: Level; by: KeyUser | undefined },
): Promise<void> {
  const { id } = await db
    .selectFrom('memberships')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const type = 'OrganizationMembership'
  await recordActivity(db, {
    organizationId,
    user: by,
    scope: type,
    itemId: id,
    activity: 'created',
    detail: {
      name: user.email,
      changes: [{ type, action: 'created', field: 'level', before: null, after: level }],
    },
  })
}
