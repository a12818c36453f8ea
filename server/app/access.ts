import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Authenticated, AuthenticationAttempt, AuthorizationAttempt } from '@concordat/runtime/server'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { shareQueries } from '../database/sharing/share-work.ts'
import type { ItemLookup, Lookups } from '../feature/feature.ts'
import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Caller } from '../tenancy/caller.ts'
import type { Tenant } from '../tenancy/tenancy.ts'
import { findCaller, idOfItemInPath, type NamedItem, type NamedTenant } from './callers.ts'

/** Checks a caller's access to the organization or project that a path names. */
export interface Access {
  /**
   * Identifies the owner of a personal API key, and determines the owner's rights in the tenant that the path
   * names.
   */
  authenticate(attempt: AuthenticationAttempt): Promise<Authenticated<Caller> | undefined>
  /**
   * Rejects callers without access before the rest of the request is examined.
   * @returns the tenant; `undefined` for an operation that belongs to no organization or project.
   */
  authorize(attempt: Pick<AuthorizationAttempt<Caller>, 'operation' | 'principal'>): Tenant | undefined
}

/**
 * Creates the access rules. Nothing is cached between requests, so a revoked key stops working at once.
 * @param lookups operations whose item is looked up together with the caller, unless several items are
 * requested at once.
 */
export function createAccess(db: Kysely<Database>, lookups: Lookups): Access {
  const shared = shareQueries<Caller | undefined>()
  /** Items wanted by requests that are waiting for the same caller to be looked up. */
  const wanted = new Map<string, Map<number, NamedItem>>()

  function want(question: string, item: NamedItem): void {
    const items = wanted.get(question) ?? new Map<number, NamedItem>()
    wanted.set(question, items.set(item.id, item))
  }

  /**
   * Returns the item to look up with the caller, if there is only one. Several items are looked up together
   * afterwards.
   */
  function takeOne(question: string): NamedItem | undefined {
    const items = [...(wanted.get(question)?.values() ?? [])]
    wanted.delete(question)
    return items.length === 1 ? items[0] : undefined
  }

  return {
    async authenticate({ credential, operation, path }) {
      const named = tenantNamed(operation, path)
      const item = itemNamed(lookups[operation.operationId as keyof Lookups], path)
      const question = JSON.stringify([credential, named?.kind, named?.id, item?.lookup.name])
      if (item !== undefined) want(question, item)
      const caller = await shared(question, () => findCaller(db, credential, named, takeOne(question)))
      return caller && { principal: caller, scopes: caller.scopes }
    },
    authorize({ operation, principal }) {
      const tenant = principal?.tenant
      if (typeof tenant !== 'string') return tenant
      // To users who are not members, an organization must appear not to exist.
      throw new Refusal(generalRefusals[isOrganization(operation) ? 'notFound' : tenant])
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

function itemNamed(
  lookup: ItemLookup | undefined,
  { id = '' }: Readonly<Record<string, string>>,
): NamedItem | undefined {
  const number = lookup && idOfItemInPath(id)
  return lookup && number !== undefined ? { lookup, id: number } : undefined
}

/** True if the `id` parameter identifies the tenant itself. */
function isOrganization({ path }: OperationDescriptor): boolean {
  return path === '/api/organizations/{id}'
}
