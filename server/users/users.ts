import { randomBytes } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Level } from '../tenancy/tenancy.ts'
import type { User } from './tables.ts'

/** Creates a user without an organization. The database rejects an e-mail address that is already in use. */
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

/** Finds a user by UUID or e-mail address, ignoring case. */
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

/** Makes a user a member of an organization, which becomes the user's current organization. */
export async function makeUserMember(
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

/**
 * The organization for `@current`: the one that the user chose, if the user is still a member of it;
 * otherwise, the first one that the user joined.
 */
export async function findCurrentOrganizationOfUser(
  db: Kysely<Database>,
  userId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string | null
  }>`select ${currentOrganizationOfUser(sql`${userId}`)} as id`.execute(db)
  return rows[0]?.id ?? undefined
}

/**
 * An SQL expression for the organization that `@current` means; `null` for a user without an organization.
 */
export function currentOrganizationOfUser(userId: RawBuilder<number>): RawBuilder<string | null> {
  return sql`(
    select own.organization_id
    from memberships as own join users as chooser on chooser.id = own.user_id
    where own.user_id = ${userId}
    order by own.organization_id = chooser.current_organization_id desc nulls last, own.joined_at
    limit 1
  )`
}
