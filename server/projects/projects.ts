import type { Kysely } from 'kysely'
import { countAll } from '../database/count-all.ts'
import type { Database } from '../database/schema.ts'
import { makeProjectToken } from '../keys/secret.ts'
import type { KeyUser } from '../tenancy/tenancy.ts'
import type { Page, Slice } from '../values/pagination.ts'
import type { Project } from './tables.ts'
import { isProjectVisibleTo } from './visible.ts'

/** The short form of a project, as shown in organizations and in the project list. */
export type ProjectView = Omit<Project, 'organization_id' | 'created_at'> & { readonly organization: string }

/** Creates a project in an organization. */
export async function createProject(
  db: Kysely<Database>,
  {
    organizationId,
    name,
    timezone = 'UTC',
    isPrivate = false,
  }: { organizationId: string; name: string; timezone?: string; isPrivate?: boolean },
): Promise<Project> {
  return await db
    .insertInto('projects')
    .values({
      organization_id: organizationId,
      name,
      timezone,
      api_token: makeProjectToken(),
      access_control: isPrivate,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Lists an organization's projects that the caller sees, oldest first. */
export async function listProjects(
  db: Kysely<Database>,
  { organizationId, caller, slice }: { organizationId: string | undefined; caller: KeyUser; slice: Slice },
): Promise<Page<ProjectView>> {
  if (organizationId === undefined) return { count: 0, results: [] }
  const inOrganization = db
    .selectFrom('projects')
    .where('organization_id', '=', organizationId)
    .where(isProjectVisibleTo(caller.id))
  const { count } = await inOrganization.select(countAll).executeTakeFirstOrThrow()
  const rows = await inOrganization
    .selectAll()
    .orderBy('id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return { count, results: rows.map(viewProject) }
}

/** The short forms of the organizations' projects that the caller sees, by organization. */
export async function projectsOf(
  db: Kysely<Database>,
  { organizationIds, caller }: { organizationIds: readonly string[]; caller: KeyUser },
): Promise<ReadonlyMap<string, ProjectView[]>> {
  if (organizationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('projects')
    .selectAll()
    .where('organization_id', 'in', organizationIds)
    .where(isProjectVisibleTo(caller.id))
    .orderBy('id')
    .execute()
  return Map.groupBy(rows.map(viewProject), (project) => project.organization)
}

function viewProject({ organization_id, created_at: _, ...project }: Project): ProjectView {
  return { ...project, organization: organization_id }
}
