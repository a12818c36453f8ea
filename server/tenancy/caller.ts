import type { KeyUser, Tenant } from './tenancy.ts'

/** The reason why a caller has no access to a tenant. */
export type TenantRefusal = 'organizationNotFound' | 'projectNotFound' | 'forbidden'

/** A caller, with the caller's rights in the tenant that the path names. */
export interface Caller {
  readonly user: KeyUser
  /** Scopes of the key. */
  readonly scopes: readonly string[]
  /** `undefined` if the path names no tenant. */
  readonly tenant: Tenant | TenantRefusal | undefined
  /** Absent if nothing was looked up together with the caller. */
  readonly along?: FoundAlong
}

/** An item in a project that was looked up in the same statement as the caller. */
export interface FoundAlong {
  /** The id from the path. */
  readonly id: number
  /** `undefined` if the project has no such item, or if the caller is not allowed to see the project. */
  readonly row: object | undefined
}
