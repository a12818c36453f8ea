import { type Kysely, sql, type Transaction } from 'kysely'
import { recordActivity } from '../activity/activity.ts'
import type { ActivityChange } from '../activity/tables.ts'
import { countAll } from '../database/count-all.ts'
import { inTransaction } from '../database/retry.ts'
import type { Database } from '../database/schema.ts'
import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Level } from '../tenancy/tenancy.ts'
import { isTenantUuid, levels, type Tenant } from '../tenancy/tenancy.ts'
import { type UserView, userColumns } from '../users/user-view.ts'
import type { Page, Slice } from '../values/pagination.ts'
import { memberRefusals } from './refusals.ts'
import type { Membership } from './tables.ts'

/** A member as other members see it. @see interface document, sections 2.5 and 2.7 */
export interface MemberView {
  readonly id: string
  readonly user: UserView
  readonly level: Level
  readonly joined_at: string
  readonly updated_at: string
  readonly is_2fa_enabled: boolean
  readonly has_social_auth: boolean
}

/** Lists the active members by level, and within a level newest first. */
export async function listMembers(
  db: Kysely<Database>,
  { tenant, slice }: { tenant: Tenant; slice: Slice },
): Promise<Page<MemberView>> {
  const { count } = await activeMembers(db, tenant).select(countAll).executeTakeFirstOrThrow()
  const rows = await selectMember(activeMembers(db, tenant))
    .orderBy('membership.level')
    .orderBy('membership.joined_at', 'desc')
    .orderBy('user.id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return { count, results: rows.map(viewMember) }
}

/**
 * Changes a member's level. Caller and member are locked first, because two owners who demote each other at
 * the same time would leave the organization without an owner.
 * @param userUuid the member's user, or `@me`.
 */
export async function updateMember(
  db: Kysely<Database>,
  { tenant, userUuid, level }: { tenant: Tenant; userUuid: string; level: Level | undefined },
): Promise<MemberView> {
  return await inTransaction(db, async (transaction) => {
    const { caller, member } = await lockPair(transaction, { tenant, userUuid })
    assertMayChange({ caller, member, level })
    if (level !== undefined) {
      await transaction
        .updateTable('memberships')
        .set({ level, updated_at: sql`now()` })
        .where('organization_id', '=', tenant.organizationId)
        .where('user_id', '=', member.user_id)
        .execute()
    }
    if (level !== undefined && level !== member.level) {
      await recordMembership(transaction, {
        tenant,
        member,
        activity: 'updated',
        change: { action: 'changed', before: member.level, after: level },
      })
    }
    const members = activeMembers(transaction, tenant).where('user.id', '=', member.user_id)
    return viewMember(await selectMember(members).executeTakeFirstOrThrow())
  })
}

/**
 * Removes a member. Members can remove themselves, and administrators can remove anyone whose level is not
 * above theirs. Owners cannot be removed.
 * @param userUuid the member's user, or `@me`.
 */
export async function deleteMember(
  db: Kysely<Database>,
  { tenant, userUuid }: { tenant: Tenant; userUuid: string },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { caller, member } = await lockPair(transaction, { tenant, userUuid })
    if (caller.user_id !== member.user_id) {
      if (caller.level < levels.administrator) throw new Refusal(generalRefusals.levelTooLow)
      if (caller.level < member.level) throw new Refusal(memberRefusals.memberAboveOwn)
    }
    if (member.level === levels.owner) throw new Refusal(memberRefusals.ownerLeaves)
    await transaction
      .deleteFrom('memberships')
      .where('organization_id', '=', tenant.organizationId)
      .where('user_id', '=', member.user_id)
      .execute()
    await recordMembership(transaction, {
      tenant,
      member,
      activity: caller.user_id === member.user_id ? 'left' : 'deleted',
      change: { action: 'deleted', before: member.level, after: null },
    })
  })
}

interface MembershipChange {
  readonly tenant: Tenant
  readonly member: Member
  readonly activity: string
  readonly change: Pick<ActivityChange, 'action' | 'before' | 'after'>
}

async function recordMembership(
  transaction: Transaction<Database>,
  { tenant, member, activity, change }: MembershipChange,
): Promise<void> {
  await recordActivity(transaction, {
    organizationId: tenant.organizationId,
    user: tenant.caller,
    scope: 'OrganizationMembership',
    itemId: member.id,
    activity,
    detail: {
      name: member.email,
      changes: [{ type: 'OrganizationMembership', field: 'level', ...change }],
    },
  })
}

interface Member extends Membership {
  readonly email: string
}

interface Pair {
  readonly caller: Member
  readonly member: Member
}

async function lockPair(
  transaction: Transaction<Database>,
  { tenant, userUuid }: { tenant: Tenant; userUuid: string },
): Promise<Pair> {
  const uuid = userUuid === '@me' ? tenant.caller.uuid : userUuid
  if (!isTenantUuid(uuid)) throw new Refusal(generalRefusals.notFound)
  const rows = await transaction
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.organization_id', '=', tenant.organizationId)
    .where('users.is_active', '=', true)
    .where('users.uuid', 'in', [uuid, tenant.caller.uuid])
    .orderBy('memberships.user_id') // the same order in every transaction prevents deadlocks
    .selectAll('memberships')
    .select(['users.uuid as user_uuid', 'users.email'])
    .forUpdate('memberships')
    .execute()
  const caller = rows.find(({ user_id }) => user_id === tenant.caller.id)
  const member = rows.find(({ user_uuid }) => user_uuid === uuid.toLowerCase())
  if (caller === undefined) throw new Refusal(generalRefusals.forbidden)
  if (member === undefined) throw new Refusal(generalRefusals.notFound)
  return { caller, member }
}

function assertMayChange({ caller, member, level }: Pair & { level: Level | undefined }): void {
  if (caller.user_id === member.user_id) {
    if (level !== undefined) throw new Refusal(memberRefusals.ownLevel)
    return
  }
  if (caller.level < levels.administrator) throw new Refusal(memberRefusals.notAdministrator)
  if (level === levels.owner && caller.level < levels.owner) throw new Refusal(memberRefusals.notOwner)
  if (level !== undefined && level > caller.level) throw new Refusal(memberRefusals.levelAboveOwn)
  if (member.level > caller.level) throw new Refusal(memberRefusals.memberAboveOwn)
}

function activeMembers(db: Kysely<Database>, tenant: Tenant) {
  return db
    .selectFrom('memberships as membership')
    .innerJoin('users as user', 'user.id', 'membership.user_id')
    .where('membership.organization_id', '=', tenant.organizationId)
    .where('user.is_active', '=', true)
}

function selectMember(members: ReturnType<typeof activeMembers>) {
  return members
    .select([
      'membership.id as membership_id',
      'membership.level',
      'membership.joined_at',
      'membership.updated_at',
    ])
    .select(userColumns)
    .select(['user.is_2fa_enabled', 'user.has_social_auth'])
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMember>['executeTakeFirstOrThrow']>>

function viewMember(row: MemberRow): MemberView {
  const { membership_id, level, joined_at, updated_at, is_2fa_enabled, has_social_auth, ...user } = row
  return { id: membership_id, user, level, joined_at, updated_at, is_2fa_enabled, has_social_auth }
}
