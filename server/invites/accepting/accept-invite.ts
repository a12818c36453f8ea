import type { Transaction } from 'kysely'
import { recordActivities } from '../../activity/activity.ts'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import type { Foundation } from '../../feature/foundation.ts'
import { sendJoinedEmails } from '../../members/joined-email.ts'
import { recordJoining } from '../../members/joining.ts'
import { generalRefusals } from '../../refusals/general-refusals.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Level } from '../../tenancy/tenancy.ts'
import { isTenantUuid } from '../../tenancy/tenancy.ts'
import type { User } from '../../users/tables.ts'
import { createUser, findUser, makeUserMember } from '../../users/users.ts'
import { isExpired } from '../expiry.ts'
import { inviteRefusals } from '../refusals.ts'
import type { Invite } from '../tables.ts'

/**
 * The result of accepting an invite: the user, the organization, and the user's level in the organization.
 */
export interface Acceptance {
  readonly user: User
  readonly organizationId: string
  readonly level: Level
  /** True if the user was created by accepting the invite, and so has no key yet. */
  readonly isNew: boolean
}

/**
 * Makes the invited person a member, and creates a user if the e-mail address has none. The invite and the
 * organization's other invites to the same address are used up, and the other members are notified.
 * @param email the accepting person's address, which must be the invited address.
 * @throws Refusal if the invite is unknown, expired or for another address, or if the person is already a
 * member.
 */
export async function acceptInvite(
  { db, jobs }: Pick<Foundation, 'db' | 'jobs'>,
  { id, email, firstName }: { id: string; email: string; firstName?: string | undefined },
): Promise<Acceptance> {
  // Accepting two invites to one address at the same time can deadlock, because each uses up the other. The
  // transaction is then repeated.
  return await inTransaction(db, async (transaction) => {
    const invite = await lockInvite(transaction, id)
    if (invite.is_expired) throw new Refusal(inviteRefusals.inviteExpired)
    if (invite.target_email.toLowerCase() !== email.toLowerCase())
      throw new Refusal(inviteRefusals.inviteForOther)
    const { organization_id: organizationId, level } = invite
    const known = await findUser(transaction, email)
    const user =
      known ??
      (await createUser(transaction, {
        email: invite.target_email,
        firstName: firstName ?? invite.first_name,
      }))
    await assertNoMember(transaction, { organizationId, userId: user.id })
    await makeUserMember(transaction, { organizationId, userId: user.id, level })
    await recordJoining(transaction, { organizationId, user, level, by: user })
    await openProjects(transaction, { invite, userId: user.id })
    await useUp(transaction, { invite, user })
    await sendJoinedEmails(jobs, { organizationId, memberId: user.id, db: transaction })
    return { user, organizationId, level, isNew: known === undefined }
  })
}

async function lockInvite(
  transaction: Transaction<Database>,
  id: string,
): Promise<Invite & { is_expired: boolean }> {
  const invite = isTenantUuid(id)
    ? await transaction
        .selectFrom('invites as invite')
        .where('invite.id', '=', id)
        .selectAll()
        .select(isExpired.as('is_expired'))
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (invite === undefined) throw new Refusal(generalRefusals.notFound)
  return invite
}

async function assertNoMember(
  transaction: Transaction<Database>,
  { organizationId, userId }: { organizationId: string; userId: number },
): Promise<void> {
  const membership = await transaction
    .selectFrom('memberships')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (membership !== undefined) throw new Refusal(inviteRefusals.alreadyMember)
}

/** Gives the user access to the invite's projects that still exist. */
async function openProjects(
  transaction: Transaction<Database>,
  { invite, userId }: { invite: Invite; userId: number },
): Promise<void> {
  const { organization_id, private_project_access: access } = invite
  if (access.length === 0) return
  const ids = access.map(({ id }) => id)
  const projects = await transaction
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('id', 'in', ids)
    .execute()
  if (projects.length === 0) return
  const levels = new Map(access.map(({ id, level }) => [id, level]))
  await transaction
    .insertInto('project_memberships')
    .values(
      projects.map(({ id }) => ({
        organization_id,
        project_id: id,
        user_id: userId,
        level: levels.get(id) ?? 1,
      })),
    )
    .execute()
}

async function useUp(
  transaction: Transaction<Database>,
  { invite, user }: { invite: Invite; user: User },
): Promise<void> {
  const used = await transaction
    .deleteFrom('invites')
    .where('organization_id', '=', invite.organization_id)
    .where(({ eb, fn }) => eb(fn<string>('lower', ['target_email']), '=', invite.target_email.toLowerCase()))
    .returning(['id', 'target_email'])
    .execute()
  await recordActivities(
    transaction,
    used.map(({ id, target_email }) => ({
      organizationId: invite.organization_id,
      user,
      scope: 'OrganizationInvite' as const,
      itemId: id,
      activity: id === invite.id ? 'accepted' : 'deleted',
      detail: { name: target_email },
    })),
  )
}
