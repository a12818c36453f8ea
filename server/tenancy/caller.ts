import type { KeyUser, Tenant } from './tenancy.ts'

/** Reason why a caller has no access to a tenant. */
export type TenantRefusal = 'organizationNotFound' | 'projectNotFound' | 'forbidden'

/** A caller, with the level in the tenant of the path. */
export interface Caller {
  readonly user: KeyUser
  /** Scopes of the key. */
  readonly scopes: readonly string[]
  /** `undefined` if the path names no tenant. */
  readonly tenant: Tenant | TenantRefusal | undefined
  /** Absent if nothing was looked up together with the caller. */
  readonly along?: FoundAlong
}

/** An item of a project, looked up in the same statement as its caller. */
export interface FoundAlong {
  /** The id in the path. */
  readonly id: number
  /** `undefined` if the project has no such item, or the caller may not see the project. */
  readonly row: object | undefined
}
