import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Level, Tenant } from '../tenancy/tenancy.ts'
import { assertMayOpenProject } from './project-access.ts'
import { inviteRefusals } from './refusals.ts'
import type { PrivateProjectAccess } from './tables.ts'

/** Properties of an invite that a caller can set. */
export interface InviteFields {
  readonly target_email: string
  readonly first_name?: string | undefined
  readonly level?: Level | undefined
  readonly message?: string | null | undefined
  readonly private_project_access?: readonly PrivateProjectAccess[] | undefined
  readonly send_email?: boolean | undefined
}

/** A requested invite, and its location in the body as a prefix for its property names. */
export interface InviteRequest {
  readonly fields: InviteFields
  readonly prefix: string
}

interface Asked {
  readonly tenant: Tenant
  readonly requests: readonly InviteRequest[]
}

/**
 * Rejects an invite if its level in the organization or in a project is above the caller's, if its address
 * belongs to a member, or if the caller cannot see one of its projects.
 */
export async function assertMayInvite(db: Kysely<Database>, { tenant, requests }: Asked): Promise<void> {
  if (requests.some(({ fields: { level = 1 } }) => level > tenant.level))
    throw new Refusal(inviteRefusals.inviteAboveOwn)
  await assertNoMember(db, { tenant, requests })
  const opened = requests.map(({ fields: { private_project_access: access = [] }, prefix }) => ({
    access,
    attr: `${prefix}private_project_access`,
  }))
  await assertMayOpenProject(db, { tenant, requests: opened })
}

/**
 * Limits how many invites an organization can create within 24 hours. Withdrawn invites count, because their
 * e-mails were sent.
 * @throws Refusal if the limit would be exceeded.
 */
export async function assertInvitesWithinDay(
  transaction: Transaction<Database>,
  { tenant: { organizationId }, more, most }: { tenant: Tenant; more: number; most: number },
): Promise<void> {
  // Without this lock, two concurrent requests would each count only the earlier invites.
  await sql`select from organizations where id = ${organizationId} for no key update`.execute(transaction)
  const { made } = await transaction
    .selectFrom('activity_log')
    .where('organization_id', '=', organizationId)
    .where('scope', '=', 'OrganizationInvite')
    .where('activity', '=', 'created')
    .where('created_at', '>', sql<string>`now() - interval '24 hours'`)
    .select(sql<number>`count(*)::integer`.as('made'))
    .executeTakeFirstOrThrow()
  if (made + more > most) throw new Refusal(inviteRefusals.tooManyInvites)
}

async function assertNoMember(db: Kysely<Database>, { tenant, requests }: Asked): Promise<void> {
  const emails = requests.map(({ fields }) => fields.target_email.toLowerCase())
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.organization_id', '=', tenant.organizationId)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['users.email']), 'in', emails))
    .select(({ fn }) => fn<string>('lower', ['users.email']).as('email'))
    .execute()
  const taken = requests.find(({ fields }) =>
    members.some(({ email }) => email === fields.target_email.toLowerCase()),
  )
  if (taken !== undefined) throw new Refusal(inviteRefusals.alreadyMember, `${taken.prefix}target_email`)
}
