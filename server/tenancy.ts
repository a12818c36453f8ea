import type { Kysely } from 'kysely'
import type { Database, Level } from './database/schema.ts'
import type { KeyUser } from './keys/keys.ts'
import { isVisibleTo } from './projects/visible.ts'
import { Refusal } from './refusals.ts'
import { findCurrentOrganization } from './users/users.ts'

/** An organization, and what its member who calls may do there. */
export interface Tenant {
  readonly organizationId: string
  readonly caller: KeyUser
  readonly level: Level
  /** The project that the path names, where it names one. */
  readonly projectId?: number
}

/** The project of a tenant; only for operations below a project. */
export function projectOf({ projectId }: Tenant): number {
  if (projectId === undefined) throw new Error('The path of this operation names no project.')
  return projectId
}

/** The levels of members. @see interface document, section 2.2, membership_level */
export const levels = { member: 1, administrator: 8, owner: 15 } as const

/** Stands for the caller's own organization or project wherever an id of one is expected. */
const current = '@current'

/**
 * Finds the organization that a path names, as a tenant of the caller.
 * @param id a UUID, or `@current`.
 * @throws Refusal when it does not exist, or the caller is no member.
 */
export async function findTenant(db: Kysely<Database>, caller: KeyUser, id: string): Promise<Tenant> {
  const organizationId = id === current ? await findCurrentOrganization(db, caller.id) : id
  if (organizationId === undefined || !isUuid(organizationId)) throw new Refusal('organizationNotFound')
  const found = await db
    .selectFrom('organizations as organization')
    .leftJoin('memberships as membership', (join) =>
      join
        .onRef('membership.organization_id', '=', 'organization.id')
        .on('membership.user_id', '=', caller.id),
    )
    .where('organization.id', '=', organizationId)
    .select(['organization.id', 'membership.level'])
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('organizationNotFound')
  if (found.level === null) throw new Refusal('forbidden')
  return { organizationId: found.id, caller, level: found.level }
}

/**
 * Finds the organization whose project a path names, as a tenant of the caller.
 * @param id an integer as text, or `@current`.
 * @throws Refusal when it does not exist, or the caller is no member of its organization.
 */
export async function findTenantOfProject(
  db: Kysely<Database>,
  caller: KeyUser,
  id: string,
): Promise<Tenant> {
  const projectId = id === current ? await findCurrentProject(db, caller.id) : wholeNumber(id)
  if (projectId === undefined) throw new Refusal('projectNotFound')
  const project = await db
    .selectFrom('projects')
    .leftJoin('memberships as membership', (join) =>
      join
        .onRef('membership.organization_id', '=', 'projects.organization_id')
        .on('membership.user_id', '=', caller.id),
    )
    .where('projects.id', '=', projectId)
    .select(['projects.organization_id', 'membership.level'])
    .select(isVisibleTo(caller.id).as('is_visible'))
    .executeTakeFirst()
  if (project === undefined) throw new Refusal('projectNotFound')
  const { organization_id: organizationId, level, is_visible: isVisible } = project
  if (level === null || !isVisible) throw new Refusal('forbidden')
  return { organizationId, caller, level, projectId }
}

async function findCurrentProject(db: Kysely<Database>, userId: number): Promise<number | undefined> {
  const organizationId = await findCurrentOrganization(db, userId)
  if (organizationId === undefined) return undefined
  const found = await db
    .selectFrom('projects')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .where('projects.organization_id', '=', organizationId)
    .where(isVisibleTo(userId))
    .orderBy(
      ({ eb, ref }) => eb('projects.id', '=', ref('users.current_project_id')),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('projects.id')
    .select('projects.id')
    .executeTakeFirst()
  return found?.id
}

/** Refuses when the caller's level is below the needed one. */
export function assertLevel(tenant: Tenant, needed: Level): void {
  if (tenant.level < needed) throw new Refusal('levelTooLow')
}

/** Tells whether a text is a UUID; PostgreSQL fails the whole query on any other text. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** PostgreSQL's `integer` ends here; no id is larger. */
const largestInteger = 2 ** 31 - 1

function wholeNumber(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) <= largestInteger ? Number(text) : undefined
}
