import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import { createKey } from '../../keys/keys.ts'
import { everyScope } from '../../keys/scopes.ts'
import { foundOrganization } from '../../organizations/organizations.ts'
import { createUser } from '../../users/users.ts'

/** A first organization. */
export interface Seed {
  readonly organization_id: string
  readonly project_id: number
  readonly user_uuid: string
  readonly user_id: number
  /** A key that has all scopes. The database contains only its digest. */
  readonly key: string
}

/** Creates an organization with a project and an owner, and a key for the owner that has all scopes. */
export async function seedOrganization(
  db: Kysely<Database>,
  { name, email }: { name: string; email: string },
): Promise<Seed> {
  return await inTransaction(db, async (transaction) => {
    const owner = await createUser(transaction, { email })
    const organization = await foundOrganization(transaction, { owner, fields: { name } })
    const key = await createKey(transaction, { userId: owner.id, label: name, scopes: [everyScope] })
    return {
      organization_id: organization.id,
      project_id: organization.projectId,
      user_uuid: owner.uuid,
      user_id: owner.id,
      key,
    }
  })
}

/**
 * Lock that a process holds while it checks whether the database is empty, so that only one process seeds it.
 */
const turn = 7_305_113

/**
 * Seeds a database that has no users.
 * @returns `undefined` if there are users.
 */
export async function seedWhenEmpty(db: Kysely<Database>): Promise<Seed | undefined> {
  return await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${turn})`.execute(connection)
    try {
      const user = await connection.selectFrom('users').select('id').limit(1).executeTakeFirst()
      if (user !== undefined) return undefined
      return await seedOrganization(connection, { name: 'Default organization', email: 'owner@localhost' })
    } finally {
      await sql`select pg_advisory_unlock(${turn})`.execute(connection)
    }
  })
}
