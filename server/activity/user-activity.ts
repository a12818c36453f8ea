import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { type ActivityEntry, recordActivities } from './activity.ts'

/** Logs a change to a user in each organization of which the user is a member. */
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
