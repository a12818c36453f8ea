import type { Kysely } from 'kysely'
import type { Handlers } from '../../generated/server.ts'
import type { ServiceHandlers } from '../app/handler-groups.ts'
import type { Tenant } from '../app/tenancy.ts'
import type { Database } from '../database/schema.ts'
import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import { createShares } from './shares.ts'

/** Connections for searches of all callers of one process: what they read can be all that a project has. */
export const searchConnections = 6

/** Searches of one organization at a time. */
const places = 2

/** Milliseconds that a search waits for others of its organization. */
const patience = 10_000

/** Operations that read by what the caller thinks up, and whether a request does so. */
const searching: {
  readonly [Name in keyof Handlers]?: (query: Readonly<Record<string, unknown>>) => boolean
} = {
  listPersons: ({ properties, search }) => properties !== undefined || search !== undefined,
  getPersonsValues: () => true,
  getPersonPropertiesTimeline: () => true,
  getPersonsFunnel: () => true,
  calculatePersonsFunnel: () => true,
  getPersonsFunnelCorrelation: () => true,
  calculatePersonsFunnelCorrelation: () => true,
  getPersonsPath: () => true,
  calculatePersonsPath: () => true,
  getPersonsLifecycle: () => true,
  getPersonsRetention: () => true,
  getPersonsStickiness: () => true,
  getPersonsTrends: () => true,
}

type AnyHandler = (
  request: { readonly query: Readonly<Record<string, unknown>> },
  context: { readonly tenant: Tenant | undefined },
) => Promise<unknown>

/**
 * Gives searches connections of their own, and each organization a few of these: the dearest expression that somebody can think of takes
 * neither the connections of other requests nor those of other organizations.
 * @param make the handlers, on a database.
 */
export function withSearches(
  make: (db: Kysely<Database>) => ServiceHandlers,
  { db, searches }: { readonly db: Kysely<Database>; readonly searches: Kysely<Database> },
): ServiceHandlers {
  const handlers = make(db)
  const apart = make(searches)
  const shares = createShares({
    places,
    patience,
    refuse: () => new Refusal(generalRefusals.tooManySearches),
  })
  const shared = Object.entries(searching).map(([name, isSearch]) => {
    const operationId = name as keyof ServiceHandlers
    // Each pair has one type; as entries they have all of them at once.
    const [usual, search] = [handlers[operationId], apart[operationId]] as unknown as readonly AnyHandler[]
    const handler: AnyHandler = async (request, context) => {
      if (!isSearch(request.query)) return await usual?.(request, context)
      const whose = context.tenant?.organizationId ?? ''
      return await shares.pass(whose, async () => await search?.(request, context))
    }
    return [operationId, handler]
  })
  return { ...handlers, ...Object.fromEntries(shared) }
}
