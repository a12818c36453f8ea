import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { type ActivityEntry, recordActivities } from './activity.ts'

/** Notes a change that concerns a user, in the log of each organization that has the user as a member. */
export async function recordOfUser(
  db: Kysely<Database>,
  { userId, ...entry }: Omit<ActivityEntry, 'organizationId'> & { readonly userId: number },
): Promise<void> {
  const memberships = await db
    .selectFrom('memberships')
    .select('organization_id')
    .where('user_id', '=', userId)
    .execute()
  await recordActivities(
    db,
    memberships.map(({ organization_id }) => ({ ...entry, organizationId: organization_id })),
  )
}
