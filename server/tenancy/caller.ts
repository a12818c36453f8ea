import type { KeyUser, Tenant } from './tenancy.ts'

/** Reason why a caller has no access to a tenant. */
export type TenantRefusal = 'organizationNotFound' | 'projectNotFound' | 'forbidden'

/** Caller, with the level in the tenant that the path names. */
export interface Caller {
  readonly user: KeyUser
  /** Scopes of the key. */
  readonly scopes: readonly string[]
  /** `undefined` where the path names none. */
  readonly tenant: Tenant | TenantRefusal | undefined
  /** Absent where nothing was looked up with the caller. */
  readonly along?: FoundAlong
}

/** An item of a project that was looked up in the same statement as its caller. */
export interface FoundAlong {
  /** Id as the path names it. */
  readonly id: number
  /** `undefined` where the project has no such item, or the caller may not see the project. */
  readonly row: object | undefined
}
