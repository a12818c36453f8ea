import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Authenticated, AuthenticationAttempt, AuthorizationAttempt } from '@concordat/runtime/server'
import type { Kysely } from 'kysely'
import { type Caller, findCaller, type NamedTenant } from './callers.ts'
import type { Database } from './database/schema.ts'
import { shareWork } from './database/share-work.ts'
import type { KeyUser } from './keys/keys.ts'
import { Refusal } from './refusals.ts'
import type { Tenant } from './tenancy.ts'

/** The one place where a caller is held against the organization or project in a path. */
export interface Access {
  /** Finds who holds a personal API key. */
  authenticate(attempt: AuthenticationAttempt): Promise<Authenticated<KeyUser> | undefined>
  /**
   * Refuses strangers, before anything else of the request is looked at.
   * @returns the tenant; `undefined` for an operation that is below no organization or project.
   */
  authorize(attempt: AuthorizationAttempt<KeyUser>): Tenant | undefined
  /** The tenant that `authorize` found for a request; only for operations below an organization or project. */
  tenantOf(request: Request): Tenant
}

/** Makes the rules of access. Nothing is remembered between requests: a key that is revoked opens nothing any more. */
export function createAccess(db: Kysely<Database>): Access {
  const callers = new WeakMap<Request, Caller>()
  const shared = shareWork<Caller | undefined>()
  return {
    async authenticate({ credential, operation, path, request }) {
      const named = tenantNamed(operation, path)
      const question = JSON.stringify([credential, named?.kind, named?.id])
      const caller = await shared(question, () => findCaller(db, credential, named))
      if (caller === undefined) return undefined
      callers.set(request, caller)
      return { principal: caller.key.user, scopes: caller.key.scopes }
    },
    authorize({ operation, request }) {
      const tenant = callers.get(request)?.tenant
      if (typeof tenant !== 'string') return tenant
      // As an item, an organization of others does not exist.
      throw new Refusal(isOrganization(operation) ? 'notFound' : tenant)
    },
    tenantOf(request) {
      const tenant = callers.get(request)?.tenant
      if (typeof tenant !== 'object')
        throw new Error(`No tenant was found for ${request.method} ${request.url}.`)
      return tenant
    },
  }
}

function tenantNamed(
  operation: OperationDescriptor,
  { id, organization_id, project_id }: Readonly<Record<string, string>>,
): NamedTenant | undefined {
  if (organization_id !== undefined) return { kind: 'organization', id: organization_id }
  if (project_id !== undefined) return { kind: 'project', id: project_id }
  return isOrganization(operation) && id !== undefined ? { kind: 'organization', id } : undefined
}

/** Only there is the parameter `id` the tenant's own. */
function isOrganization({ path }: OperationDescriptor): boolean {
  return path === '/api/organizations/{id}'
}
