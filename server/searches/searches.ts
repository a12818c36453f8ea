import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Searches } from '../feature/feature.ts'
import type { ServiceHandlers } from '../feature/handler-groups.ts'
import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import { createShares } from '../shares/shares.ts'
import type { Tenant } from '../tenancy/tenancy.ts'

/**
 * Number of connections for all callers' searches in one process. A search can read all of a project's data.
 */
export const searchConnections = 6

/**
 * Maximum number of concurrent searches in one process: for each organization and, because a user can have
 * many organizations, for each user.
 */
const places = 2

/**
 * Time that a search waits for its user's other searches, and then again for its organization's, in
 * milliseconds.
 */
const patience = 10_000

type AnyHandler = (
  request: { readonly query: Readonly<Record<string, unknown>> },
  context: { readonly tenant: Tenant | undefined },
) => Promise<unknown>

/**
 * Gives searches separate connections, limited per organization and per user, so that even the most expensive
 * search does not block other requests or callers.
 * @param make creates the handlers for a database.
 * @param operations the search operations.
 */
export function withSearches(
  make: (db: Kysely<Database>) => ServiceHandlers,
  {
    db,
    searches,
    operations,
  }: { readonly db: Kysely<Database>; readonly searches: Kysely<Database>; readonly operations: Searches },
): ServiceHandlers {
  const handlers = make(db)
  const apart = make(searches)
  const limits = { places, patience, refuse: () => new Refusal(generalRefusals.tooManySearches) }
  const organizations = createShares(limits)
  const users = createShares(limits)
  const shared = Object.entries(operations).map(([name, isSearch]) => {
    const operationId = name as keyof ServiceHandlers
    // The two handlers have the same type, which the compiler cannot infer from entries.
    const [usual, search] = [handlers[operationId], apart[operationId]] as unknown as readonly AnyHandler[]
    const handler: AnyHandler = async (request, context) => {
      if (!isSearch(request.query)) return await usual?.(request, context)
      const { organizationId = '', caller } = context.tenant ?? {}
      const find = async () => await search?.(request, context)
      return await users.pass(String(caller?.id), () => organizations.pass(organizationId, find))
    }
    return [operationId, handler]
  })
  return { ...handlers, ...Object.fromEntries(shared) }
}
