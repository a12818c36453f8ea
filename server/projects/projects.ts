import { type Kysely, sql } from 'kysely'
import type { Database, Project } from '../database/schema.ts'
import { makeProjectToken } from '../keys/secret.ts'
import type { Page, Slice } from '../pagination.ts'

/** The short form of a project, as organizations and the list of projects show it. */
export type ProjectView = Omit<Project, 'organization_id' | 'created_at'> & { readonly organization: string }

/** Makes a project in an organization. */
export async function createProject(
  db: Kysely<Database>,
  { organizationId, name }: { organizationId: string; name: string },
): Promise<Project> {
  return await db
    .insertInto('projects')
    .values({ organization_id: organizationId, name, api_token: makeProjectToken() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Lists an organization's projects, oldest first. */
export async function listProjects(
  db: Kysely<Database>,
  { organizationId, slice }: { organizationId: string | undefined; slice: Slice },
): Promise<Page<ProjectView>> {
  if (organizationId === undefined) return { count: 0, results: [] }
  const inOrganization = db.selectFrom('projects').where('organization_id', '=', organizationId)
  const { count } = await inOrganization.select(countAll).executeTakeFirstOrThrow()
  const rows = await inOrganization
    .selectAll()
    .orderBy('id')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return { count, results: rows.map(viewProject) }
}

/** The short forms of all projects of some organizations, by organization. */
export async function projectsOf(
  db: Kysely<Database>,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, ProjectView[]>> {
  if (organizationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('projects')
    .selectAll()
    .where('organization_id', 'in', organizationIds)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows.map(viewProject), (project) => project.organization)
}

/** PostgreSQL counts in 64 bits, which the driver gives as text; no count of ours needs more than 32. */
export const countAll = sql<number>`count(*)::integer`.as('count')

function viewProject({ organization_id, created_at: _, ...project }: Project): ProjectView {
  return { ...project, organization: organization_id }
}
