import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database, Level, User } from '../database/schema.ts'

/** Makes a user who belongs to no organization yet. The database refuses an e-mail address that is taken. */
export async function createUser(
  db: Kysely<Database>,
  { email, firstName = '' }: { email: string; firstName?: string },
): Promise<User> {
  return await db
    .insertInto('users')
    .values({ email, first_name: firstName, distinct_id: randomBytes(24).toString('base64url') })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Finds a user by UUID or by e-mail address, without regard to its case. */
export async function findUser(db: Kysely<Database>, uuidOrEmail: string): Promise<User | undefined> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where(({ eb, fn, cast, ref }) =>
      eb.or([
        eb(cast(ref('uuid'), 'text'), '=', uuidOrEmail.toLowerCase()),
        eb(fn('lower', ['email']), '=', uuidOrEmail.toLowerCase()),
      ]),
    )
    .executeTakeFirst()
}

/** Makes a user a member of an organization, which becomes the user's current one. */
export async function addMember(
  db: Kysely<Database>,
  { organizationId, userId, level }: { organizationId: string; userId: number; level: Level },
): Promise<void> {
  await db
    .insertInto('memberships')
    .values({ organization_id: organizationId, user_id: userId, level })
    .execute()
  await db
    .updateTable('users')
    .set(({ selectFrom }) => ({
      current_organization_id: organizationId,
      current_project_id: selectFrom('projects')
        .select('id')
        .where('organization_id', '=', organizationId)
        .orderBy('id')
        .limit(1),
    }))
    .where('id', '=', userId)
    .execute()
}

/** The organization that `@current` means: the user's choice while a member of it, else the one joined first. */
export async function findCurrentOrganization(
  db: Kysely<Database>,
  userId: number,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('memberships as membership')
    .innerJoin('users', 'users.id', 'membership.user_id')
    .where('membership.user_id', '=', userId)
    .orderBy(
      ({ eb, ref }) => eb('membership.organization_id', '=', ref('users.current_organization_id')),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('membership.joined_at')
    .select('membership.organization_id')
    .executeTakeFirst()
  return found?.organization_id
}
