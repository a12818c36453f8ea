import type { Handlers } from '../../generated/server.ts'
import type { Caller } from '../tenancy/caller.ts'
import type { ProjectTenant, Tenant } from '../tenancy/tenancy.ts'

/** Handlers for operations whose path names no organization or project. */
export type CallerHandlers<Name extends keyof Handlers> = Pick<Handlers<Caller>, Name>

/** Handlers for operations below an organization, which is the tenant. */
export type OrganizationHandlers<Name extends keyof Handlers> = Pick<Handlers<Caller, Tenant>, Name>

/** Handlers for operations below a project, which is the tenant. */
export type ProjectHandlers<Name extends keyof Handlers> = Pick<Handlers<Caller, ProjectTenant>, Name>

/** Handlers as the service calls them: with the tenant that the operation's path names, if it names one. */
export type ServiceHandlers = Handlers<Caller, Tenant | undefined>

/** Converts handlers for an organization to handlers that are called with the tenant in their path. */
export function inOrganizationOfTenant<Name extends keyof Handlers>(
  handlers: OrganizationHandlers<Name>,
): Pick<ServiceHandlers, Name> {
  return counting<Name>(handlers, (tenant) => tenant !== undefined)
}

/** Converts handlers for a project to handlers that are called with the tenant in their path. */
export function inProjectOfTenant<Name extends keyof Handlers>(
  handlers: ProjectHandlers<Name>,
): Pick<ServiceHandlers, Name> {
  return counting<Name>(handlers, (tenant) => tenant?.projectId !== undefined)
}

/**
 * Makes handlers check that they are in the right group. The document decides which paths name a tenant. A
 * misplaced operation fails at its first request, for all callers.
 */
function counting<Name extends keyof Handlers>(
  handlers: object,
  isMet: (tenant: Tenant | undefined) => boolean,
): Pick<ServiceHandlers, Name> {
  const guarded = Object.entries(handlers).map(([operationId, handler]) => [
    operationId,
    (request: never, context: { readonly tenant: Tenant | undefined }) => {
      if (!isMet(context.tenant))
        throw new Error(`The path of "${operationId}" does not identify the tenant that its handler needs.`)
      return handler(request, context)
    },
  ])
  return Object.fromEntries(guarded)
}
