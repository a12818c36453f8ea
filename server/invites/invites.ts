import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { recordActivities, recordActivity } from '../activity/activity.ts'
import { creationOf, deletionOf } from '../activity/changes.ts'
import { countAll } from '../database/count-all.ts'
import { inTransaction } from '../database/retry.ts'
import type { Database } from '../database/schema.ts'
import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import { isTenantUuid, type Tenant } from '../tenancy/tenancy.ts'
import { type UserView, userColumns } from '../users/user-view.ts'
import type { Page, Slice } from '../values/pagination.ts'
import { isExpired } from './expiry.ts'
import { sendInviteEmail } from './invite-email.ts'
import {
  assertInvitesWithinDay,
  assertMayInvite,
  type InviteFields,
  type InviteRequest,
} from './invite-request.ts'
import type { InviteParts } from './parts.ts'
import { inviteRefusals } from './refusals.ts'
import type { Invite } from './tables.ts'

/** An invite as the organization's members see it. @see interface document, section 2.6 */
export interface InviteView extends Omit<Invite, 'organization_id' | 'created_by'> {
  readonly is_expired: boolean
  readonly created_by: UserView
}

/** Lists a tenant's invites, newest first, including expired ones. */
export async function listInvites(
  db: Kysely<Database>,
  { tenant, slice }: { tenant: Tenant; slice: Slice },
): Promise<Page<InviteView>> {
  const { count } = await invitesOf(db, tenant).select(countAll).executeTakeFirstOrThrow()
  const rows = await selectInvite(invitesOf(db, tenant))
    .orderBy('invite.created_at', 'desc')
    .orderBy('invite.id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return { count, results: rows.map(viewInvite) }
}

/**
 * Creates all invites or none, and then queues each requested e-mail.
 * @returns the invites in the order of the requests.
 * @throws Refusal if the caller is not allowed to create one of them, or if the organization would exceed its
 * invite limit.
 */
export async function createInvites(
  { db, jobs, mailer, invitesPerDay }: Pick<InviteParts, 'db' | 'jobs' | 'mailer' | 'invitesPerDay'>,
  { tenant, requests }: { tenant: Tenant; requests: readonly InviteRequest[] },
): Promise<InviteView[]> {
  if (requests.length === 0) return []
  return await inTransaction(db, async (transaction) => {
    await assertMayInvite(transaction, { tenant, requests })
    await assertInvitesWithinDay(transaction, { tenant, more: requests.length, most: invitesPerDay })
    const rows = requests.map(({ fields }) => toRow(fields, { tenant, isDelivering: mailer.isDelivering }))
    await transaction.insertInto('invites').values(rows).execute()
    const ids = rows.map(({ id }) => id)
    const made = await selectInvite(invitesOf(transaction, tenant)).where('invite.id', 'in', ids).execute()
    const views = new Map(made.map((row) => [row.invite_id, viewInvite(row)]))
    const invites = ids.flatMap((id) => views.get(id) ?? [])
    await recordActivities(
      transaction,
      invites.map((invite) => entryOf(tenant, { ...invite, activity: 'created', changes: creationOf })),
    )
    for (const { id, send_email } of invites) {
      const email = { organizationId: tenant.organizationId, inviteId: id }
      if (send_email) await sendInviteEmail(jobs, { email, db: transaction })
    }
    return invites
  })
}

/**
 * Withdraws an invite.
 * @throws Refusal if there is no such invite, or if its level is above the caller's.
 */
export async function deleteInvite(
  db: Kysely<Database>,
  { tenant, id }: { tenant: Tenant; id: string },
): Promise<void> {
  if (!isTenantUuid(id)) throw new Refusal(generalRefusals.notFound)
  await inTransaction(db, async (transaction) => {
    const deleted = await transaction
      .deleteFrom('invites')
      .where('organization_id', '=', tenant.organizationId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (deleted === undefined) throw new Refusal(generalRefusals.notFound)
    if (deleted.level > tenant.level) throw new Refusal(inviteRefusals.inviteAboveOwn)
    await recordActivity(
      transaction,
      entryOf(tenant, { ...deleted, activity: 'deleted', changes: deletionOf }),
    )
  })
}

function toRow(
  { target_email, first_name = '', level = 1, message = null, ...fields }: InviteFields,
  { tenant, isDelivering }: { tenant: Tenant; isDelivering: boolean },
) {
  const { private_project_access = [], send_email = true } = fields
  const access = private_project_access.map(({ id, level: projectLevel }) => ({ id, level: projectLevel }))
  return {
    organization_id: tenant.organizationId,
    id: randomUUID(),
    target_email: withLowerCaseHost(target_email),
    first_name,
    level,
    message,
    private_project_access: JSON.stringify(access),
    send_email,
    emailing_attempt_made: send_email && isDelivering,
    created_by: tenant.caller.id,
  }
}

/**
 * Converts an address's host name to lower case. Host names are case-insensitive, but the part before the
 * last `@` might not be.
 */
function withLowerCaseHost(email: string): string {
  const at = email.lastIndexOf('@')
  return email.slice(0, at) + email.slice(at).toLowerCase()
}

type Loggable = Pick<Invite, 'id' | 'target_email' | 'first_name' | 'level' | 'private_project_access'>

function entryOf(
  tenant: Tenant,
  { activity, changes, ...invite }: Loggable & { activity: string; changes: typeof creationOf },
) {
  const { id, target_email, first_name, level, private_project_access } = invite
  const members = { target_email, first_name, level, private_project_access }
  return {
    organizationId: tenant.organizationId,
    user: tenant.caller,
    scope: 'OrganizationInvite' as const,
    itemId: id,
    activity,
    detail: { name: target_email, changes: changes('OrganizationInvite', members) },
  }
}

function invitesOf(db: Kysely<Database>, tenant: Tenant) {
  return db
    .selectFrom('invites as invite')
    .innerJoin('users as user', 'user.id', 'invite.created_by')
    .where('invite.organization_id', '=', tenant.organizationId)
}

function selectInvite(invites: ReturnType<typeof invitesOf>) {
  return invites
    .select(['invite.id as invite_id', 'invite.target_email', 'invite.first_name as invited_name'])
    .select(['invite.level', 'invite.message', 'invite.private_project_access', 'invite.send_email'])
    .select(['invite.emailing_attempt_made', 'invite.created_at', 'invite.updated_at'])
    .select(isExpired.as('is_expired'))
    .select(userColumns)
}

type InviteRow = Awaited<ReturnType<ReturnType<typeof selectInvite>['executeTakeFirstOrThrow']>>

function viewInvite({
  invite_id,
  invited_name,
  target_email,
  level,
  message,
  private_project_access,
  send_email,
  emailing_attempt_made,
  is_expired,
  created_at,
  updated_at,
  ...created_by
}: InviteRow): InviteView {
  return {
    id: invite_id,
    target_email,
    first_name: invited_name,
    emailing_attempt_made,
    level,
    is_expired,
    created_by,
    created_at,
    updated_at,
    message,
    private_project_access,
    send_email,
  }
}
