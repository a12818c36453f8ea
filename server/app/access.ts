import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Authenticated, AuthenticationAttempt, AuthorizationAttempt } from '@concordat/runtime/server'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { shareWork } from '../database/sharing/share-work.ts'
import type { ItemLookup, Lookups } from '../feature/feature.ts'
import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Caller } from '../tenancy/caller.ts'
import type { Tenant } from '../tenancy/tenancy.ts'
import { findCaller, type NamedItem, type NamedTenant, wholeNumber } from './callers.ts'

/** The one place where a caller is held against the organization or project in a path. */
export interface Access {
  /** Finds the holder of a personal API key, and the holder's rights in the tenant that the path names. */
  authenticate(attempt: AuthenticationAttempt): Promise<Authenticated<Caller> | undefined>
  /**
   * Refuses strangers, before anything else of the request is looked at.
   * @returns the tenant; `undefined` for an operation that is below no organization or project.
   */
  authorize(attempt: Pick<AuthorizationAttempt<Caller>, 'operation' | 'principal'>): Tenant | undefined
}

/**
 * Makes the rules of access. They cache nothing between requests: a revoked key stops working at once.
 * @param lookups operations whose item is looked up with the caller, where only
 * one item is asked for at a time.
 */
export function createAccess(db: Kysely<Database>, lookups: Lookups): Access {
  const shared = shareWork<Caller | undefined>()
  /** Items wanted by the requests that wait for the same caller. */
  const wanted = new Map<string, Map<number, NamedItem>>()

  function want(question: string, item: NamedItem): void {
    const items = wanted.get(question) ?? new Map<number, NamedItem>()
    wanted.set(question, items.set(item.id, item))
  }

  /** Several items are looked up together, after their caller. */
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
      // As an item, another user's organization does not exist.
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
  const number = lookup && wholeNumber(id)
  return lookup && number !== undefined ? { lookup, id: number } : undefined
}

/** Only there is the parameter `id` the tenant's own. */
function isOrganization({ path }: OperationDescriptor): boolean {
  return path === '/api/organizations/{id}'
}
