import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { Refusal } from '../refusals/refusal.ts'
import { levels, type Tenant } from '../tenancy/tenancy.ts'
import { inviteRefusals } from './refusals.ts'
import type { PrivateProjectAccess, ProjectLevel } from './tables.ts'

/** An invite's private projects, and their location in a request body. */
export interface AccessRequest {
  readonly access: readonly PrivateProjectAccess[]
  /** The property to report if the list is rejected. */
  readonly attr: string
}

/**
 * Rejects access to a project that the caller cannot see, or at a level above the caller's own level in the
 * project.
 */
export async function assertMayOpenProject(
  db: Kysely<Database>,
  { tenant, requests }: { tenant: Tenant; requests: readonly AccessRequest[] },
): Promise<void> {
  const ids = new Set(requests.flatMap(({ access }) => access.map(({ id }) => id)))
  if (ids.size === 0) return
  const own = await ownLevels(db, { tenant, ids: [...ids].filter(isInteger) })
  for (const { access, attr } of requests) {
    for (const { id, level } of access) {
      const ownLevel = own.get(id)
      if (ownLevel === undefined) throw new Refusal(inviteRefusals.projectNotVisible, attr)
      if (level > ownLevel) throw new Refusal(inviteRefusals.projectAboveOwn, attr)
    }
  }
}

/**
 * True for a 32-bit integer, as project ids are. A larger number would make PostgreSQL reject the whole
 * query.
 */
function isInteger(id: number): boolean {
  return (id | 0) === id
}

/** The caller's level in each of the projects, except those that the caller cannot see. */
async function ownLevels(
  db: Kysely<Database>,
  { tenant, ids }: { tenant: Tenant; ids: readonly number[] },
): Promise<ReadonlyMap<number, ProjectLevel>> {
  if (ids.length === 0) return new Map()
  const projects = await db
    .selectFrom('projects as project')
    .leftJoin('project_memberships as membership', (join) =>
      join
        .onRef('membership.organization_id', '=', 'project.organization_id')
        .onRef('membership.project_id', '=', 'project.id')
        .on('membership.user_id', '=', tenant.caller.id),
    )
    .where('project.organization_id', '=', tenant.organizationId)
    .where('project.id', 'in', ids)
    .select(['project.id', 'project.access_control', 'membership.level'])
    .execute()
  const own = new Map<number, ProjectLevel>()
  for (const { id, access_control, level } of projects) {
    if (tenant.level >= levels.administrator) own.set(id, 8)
    else if (level !== null) own.set(id, level)
    else if (!access_control) own.set(id, 1)
  }
  return own
}
