import { type Kysely, sql, type Transaction } from 'kysely'
import { type ActivityEntry, recordActivity } from '../activity/activity.ts'
import { changesBetween, creationOf, deletionOf } from '../activity/changes.ts'
import type { ActivityChange } from '../activity/tables.ts'
import { countAll } from '../database/count-all.ts'
import { inTransaction } from '../database/retry.ts'
import type { Database } from '../database/schema.ts'
import { createProject, type ProjectView, projectsOf } from '../projects/projects.ts'
import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { KeyUser, Level } from '../tenancy/tenancy.ts'
import { assertLevel, levels, type Tenant } from '../tenancy/tenancy.ts'
import { makeUserMember } from '../users/users.ts'
import type { Page, Slice } from '../values/pagination.ts'
import { organizationSlug, varyOrganizationSlug } from './slug.ts'
import type { Organization } from './tables.ts'

/** Properties of an organization that a caller can set. */
export interface OrganizationFields {
  readonly name?: string | undefined
  readonly is_member_join_email_enabled?: boolean | undefined
  readonly enforce_2fa?: boolean | null | undefined
}

/** An organization as a member sees it. @see interface document, section 2.2 */
export interface OrganizationView extends Organization {
  readonly membership_level: Level
  readonly teams: ProjectView[]
  readonly available_product_features: []
  readonly metadata: string
  readonly member_count: string
}

/** Lists the caller's organizations, newest first. */
export async function listOrganizations(
  db: Kysely<Database>,
  { caller, slice }: { caller: KeyUser; slice: Slice },
): Promise<Page<OrganizationView>> {
  const { count } = await db
    .selectFrom('memberships')
    .where('user_id', '=', caller.id)
    .select(countAll)
    .executeTakeFirstOrThrow()
  if (count === 0) throw new Refusal(generalRefusals.noOrganization)
  const rows = await organizationsOf(db, caller)
    .orderBy('organization.created_at', 'desc')
    .orderBy('organization.id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return { count, results: await view(db, { rows, caller }) }
}

/**
 * Creates an organization with a first project. The caller becomes its owner, and it becomes the caller's
 * current organization.
 */
export async function createOrganization(
  db: Kysely<Database>,
  { caller, fields }: { caller: KeyUser; fields: OrganizationFields & { readonly name: string } },
): Promise<OrganizationView> {
  return await inTransaction(db, async (transaction) => {
    const { id } = await foundOrganization(transaction, { owner: caller, fields })
    return await getOrganization(transaction, { organizationId: id, caller, level: levels.owner })
  })
}

/** Creates an organization with a first project, for an owner who need not be the caller of an operation. */
export async function foundOrganization(
  transaction: Transaction<Database>,
  { owner, fields }: { owner: KeyUser; fields: OrganizationFields & { readonly name: string } },
): Promise<{ readonly id: string; readonly projectId: number }> {
  assertNotBlank(fields.name)
  const organization = await insertOrganization(transaction, fields)
  const { id, name } = organization
  const project = await createProject(transaction, { organizationId: id, name: 'Default project' })
  await makeUserMember(transaction, { organizationId: id, userId: owner.id, level: levels.owner })
  const changes = creationOf('Organization', writable(organization))
  const founding = { organizationId: id, caller: owner }
  await recordActivity(transaction, entryOf(founding, { activity: 'created', name, changes }))
  return { id, projectId: project.id }
}

export async function getOrganization(db: Kysely<Database>, tenant: Tenant): Promise<OrganizationView> {
  const rows = await organizationsOf(db, tenant.caller)
    .where('organization.id', '=', tenant.organizationId)
    .execute()
  const [organization] = await view(db, { rows, caller: tenant.caller })
  if (organization === undefined) throw new Refusal(generalRefusals.notFound)
  return organization
}

/** Changes an organization. Requires an administrator. The slug stays unchanged. */
export async function updateOrganization(
  db: Kysely<Database>,
  { tenant, fields }: { tenant: Tenant; fields: OrganizationFields },
): Promise<OrganizationView> {
  assertLevel(tenant, levels.administrator)
  if (fields.name !== undefined) assertNotBlank(fields.name)
  return await inTransaction(db, async (transaction) => {
    const before = await lockOrganization(transaction, tenant)
    await transaction
      .updateTable('organizations')
      .set({ ...writable(fields), updated_at: sql`now()` })
      .where('id', '=', tenant.organizationId)
      .execute()
    const after = await getOrganization(transaction, tenant)
    const changes = changesBetween<Organization>('Organization', { before, after, fields: writableFields })
    if (changes.length > 0) {
      await recordActivity(transaction, entryOf(tenant, { activity: 'updated', name: after.name, changes }))
    }
    return after
  })
}

/**
 * Deletes an organization and everything that belongs to it, except its users and its activity log. Requires
 * an owner.
 */
export async function deleteOrganization(db: Kysely<Database>, tenant: Tenant): Promise<void> {
  assertLevel(tenant, levels.owner)
  // Repeated after a deadlock, which is possible because other transactions lock the organization's items in
  // a different order.
  await inTransaction(db, async (transaction) => {
    const organization = await lockOrganization(transaction, tenant)
    await transaction.deleteFrom('organizations').where('id', '=', tenant.organizationId).execute()
    const { name } = organization
    const changes = deletionOf('Organization', writable(organization))
    await recordActivity(transaction, entryOf(tenant, { activity: 'deleted', name, changes }))
  })
}

/** Makes other changes to the organization wait, so that each of them sees the result of the previous one. */
async function lockOrganization(transaction: Transaction<Database>, tenant: Tenant): Promise<Organization> {
  const organization = await transaction
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', tenant.organizationId)
    .forUpdate()
    .executeTakeFirst()
  if (organization === undefined) throw new Refusal(generalRefusals.notFound)
  return organization
}

function entryOf(
  { organizationId, caller }: Pick<Tenant, 'organizationId' | 'caller'>,
  { activity, name, changes }: { activity: string; name: string; changes: ActivityChange[] },
): ActivityEntry {
  const scope = 'Organization'
  return { organizationId, user: caller, scope, itemId: organizationId, activity, detail: { name, changes } }
}

function assertNotBlank(name: string): void {
  if (name.trim() === '') throw new Refusal(generalRefusals.blank, 'name')
}

const writableFields = ['name', 'is_member_join_email_enabled', 'enforce_2fa'] as const

/** Selects only the properties that are stored, whatever else a body contains. */
function writable({ name, is_member_join_email_enabled, enforce_2fa }: OrganizationFields) {
  return { name, is_member_join_email_enabled, enforce_2fa }
}

const slugAttempts = 10

async function insertOrganization(
  transaction: Transaction<Database>,
  fields: OrganizationFields & { readonly name: string },
): Promise<Organization> {
  const wanted = organizationSlug(fields.name)
  for (let attempt = 0; attempt < slugAttempts; attempt += 1) {
    const inserted = await transaction
      .insertInto('organizations')
      .values({
        ...writable(fields),
        name: fields.name,
        slug: attempt === 0 ? wanted : varyOrganizationSlug(wanted),
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (inserted !== undefined) return inserted
  }
  throw new Error(`No free slug was found for "${wanted}" in ${slugAttempts} attempts.`)
}

function organizationsOf(db: Kysely<Database>, caller: KeyUser) {
  return db
    .selectFrom('organizations as organization')
    .innerJoin('memberships as membership', 'membership.organization_id', 'organization.id')
    .where('membership.user_id', '=', caller.id)
    .selectAll('organization')
    .select('membership.level as membership_level')
    .select(({ selectFrom, ref }) =>
      selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .where('memberships.organization_id', '=', ref('organization.id'))
        .where('users.is_active', '=', true)
        .select(sql<string>`count(*)::text`.as('count'))
        .$asScalar()
        .$notNull()
        .as('member_count'),
    )
}

type OrganizationRow = Organization & Pick<OrganizationView, 'membership_level' | 'member_count'>

async function view(
  db: Kysely<Database>,
  { rows, caller }: { rows: readonly OrganizationRow[]; caller: KeyUser },
): Promise<OrganizationView[]> {
  const ids = rows.map(({ id }) => id)
  const projects = await projectsOf(db, { organizationIds: ids, caller })
  return rows.map((row) => ({
    ...row,
    teams: projects.get(row.id) ?? [],
    available_product_features: [],
    metadata: JSON.stringify({ instance_tag: null }),
  }))
}
