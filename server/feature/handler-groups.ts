import type { Handlers } from '../../generated/server.ts'
import type { Caller } from '../tenancy/caller.ts'
import type { ProjectTenant, Tenant } from '../tenancy/tenancy.ts'

/** Handlers of operations whose path names no organization. */
export type CallerHandlers<Name extends keyof Handlers> = Pick<Handlers<Caller>, Name>

/** Handlers of operations below an organization, which is their tenant. */
export type OrganizationHandlers<Name extends keyof Handlers> = Pick<Handlers<Caller, Tenant>, Name>

/** Handlers of operations below a project, which is their tenant. */
export type ProjectHandlers<Name extends keyof Handlers> = Pick<Handlers<Caller, ProjectTenant>, Name>

/**
 * Handlers as the service calls them: with the tenant that the path of their
 * operation names, if it names one.
 */
export type ServiceHandlers = Handlers<Caller, Tenant | undefined>

/** Turns handlers that expect an organization into handlers that are called with the tenant of their path. */
export function inOrganization<Name extends keyof Handlers>(
  handlers: OrganizationHandlers<Name>,
): Pick<ServiceHandlers, Name> {
  return counting<Name>(handlers, (tenant) => tenant !== undefined)
}

/** Turns handlers that expect a project into handlers that are called with the tenant of their path. */
export function inProject<Name extends keyof Handlers>(
  handlers: ProjectHandlers<Name>,
): Pick<ServiceHandlers, Name> {
  return counting<Name>(handlers, (tenant) => tenant?.projectId !== undefined)
}

/**
 * Guards handlers against operations in the wrong group. The document decides which paths name a tenant: such
 * an operation fails at its first request, for everybody.
 */
function counting<Name extends keyof Handlers>(
  handlers: object,
  isMet: (tenant: Tenant | undefined) => boolean,
): Pick<ServiceHandlers, Name> {
  const guarded = Object.entries(handlers).map(([operationId, handler]) => [
    operationId,
    (request: never, context: { readonly tenant: Tenant | undefined }) => {
      if (!isMet(context.tenant))
        throw new Error(`The path of "${operationId}" does not name what its handler needs.`)
      return handler(request, context)
    },
  ])
  return Object.fromEntries(guarded)
}
