import { HttpProblem } from '@concordat/runtime/server'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { ServiceHandlers } from '../feature/handler-groups.ts'
import { refusalOfDatabaseError } from '../refusals/database-refusals.ts'
import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import { withSearches } from '../searches/searches.ts'
import type { Tenant } from '../tenancy/tenancy.ts'
import { type HandlerParts, handlersOfFeatures, searches as operations } from './features.ts'

/** Everything that the service's request handlers depend on. */
export type RequestParts = HandlerParts & {
  /** Connections reserved for searches. */
  readonly searches: Kysely<Database>
}

/** Creates the handlers of all operations. */
export function createHandlers({ searches, ...parts }: RequestParts): ServiceHandlers {
  const { db } = parts
  return refusing(
    withSearches((connections) => handlersOfFeatures({ ...parts, db: connections }), {
      db,
      searches,
      operations,
    }),
    db,
  )
}

/**
 * Converts database errors that a request has caused to `Refusal` errors, because only the database detects
 * some of a request's problems.
 */
function refusing(handlers: ServiceHandlers, db: Kysely<Database>): ServiceHandlers {
  const guarded = Object.entries(handlers).map(([operationId, handler]) => [
    operationId,
    async (request: never, context: { readonly tenant: Tenant | undefined }) => {
      try {
        return await handler(request, context as never)
      } catch (error) {
        if (error instanceof HttpProblem) throw error
        throw refusalOfDatabaseError(error) ?? (await refusalOfGone(context.tenant, db)) ?? error
      }
    },
  ])
  return Object.fromEntries(guarded) as ServiceHandlers
}

/** The error to report if the tenant was deleted during the request; otherwise `undefined`. */
async function refusalOfGone(tenant: Tenant | undefined, db: Kysely<Database>): Promise<Refusal | undefined> {
  if (tenant === undefined) return undefined
  const { organizationId, projectId } = tenant
  try {
    const organization = await db
      .selectFrom('organizations')
      .where('id', '=', organizationId)
      .select('id')
      .executeTakeFirst()
    if (organization === undefined) return new Refusal(generalRefusals.organizationNotFound)
    if (projectId === undefined) return undefined
    const project = await db
      .selectFrom('projects')
      .where('id', '=', projectId)
      .select('id')
      .executeTakeFirst()
    return project === undefined ? new Refusal(generalRefusals.projectNotFound) : undefined
  } catch {
    // The database does not respond, as the original error already reports.
    return undefined
  }
}
