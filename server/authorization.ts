import type { Kysely } from 'kysely'
import type { OperationDescriptor } from '../runtime/http/operation.ts'
import type { AuthorizationAttempt } from '../runtime/server/app-options.ts'
import type { Database } from './database/schema.ts'
import { shareWork } from './database/share-work.ts'
import type { KeyUser } from './keys/keys.ts'
import { Refusal } from './refusals.ts'
import { findTenant, findTenantOfProject, type Tenant } from './tenancy.ts'

/** The one place where a caller is held against the organization or project in a path. */
export interface Authorizer {
  /**
   * Refuses strangers, before anything else of the request is looked at.
   * @returns the tenant; `undefined` for an operation that is below no organization or project.
   */
  authorize(attempt: AuthorizationAttempt<KeyUser>): Promise<Tenant | undefined>
  /** The tenant that `authorize` found for a request; only for operations below an organization or project. */
  tenantOf(request: Request): Tenant
}

export function createAuthorizer(db: Kysely<Database>): Authorizer {
  const tenants = new WeakMap<Request, Tenant>()
  const shared = shareWork<Tenant | undefined>()
  return {
    async authorize(attempt) {
      const tenant = await shared(questionOf(attempt), () => tenantFor(db, attempt))
      if (tenant !== undefined) tenants.set(attempt.request, tenant)
      return tenant
    },
    tenantOf(request) {
      const tenant = tenants.get(request)
      if (tenant === undefined) throw new Error(`No tenant was found for ${request.method} ${request.url}.`)
      return tenant
    },
  }
}

/** Two attempts with the same text find the same tenant. */
function questionOf({ operation, path, principal }: AuthorizationAttempt<KeyUser>): string {
  const { id, organization_id, project_id } = path
  return JSON.stringify([principal?.id, organization_id, project_id, isOrganization(operation) && id])
}

async function tenantFor(
  db: Kysely<Database>,
  { operation, path, principal }: AuthorizationAttempt<KeyUser>,
): Promise<Tenant | undefined> {
  if (principal === undefined) return undefined // no operation of the document lets callers in without a key
  const { id, organization_id, project_id } = path
  if (organization_id !== undefined) return await findTenant(db, principal, organization_id)
  if (project_id !== undefined) return await findTenantOfProject(db, principal, project_id)
  if (isOrganization(operation) && id !== undefined) {
    return await findTenant(db, principal, id).catch(hideOrganization)
  }
  return undefined
}

/** Only there is the parameter `id` the tenant's own. */
function isOrganization({ path }: OperationDescriptor): boolean {
  return path === '/api/organizations/{id}'
}

/** As an item, an organization of others does not exist. */
function hideOrganization(error: unknown): never {
  throw error instanceof Refusal ? new Refusal('notFound') : error
}
