import type { KeyUser, Tenant } from './tenancy.ts'

/** Why a caller gets at no tenant. */
export type TenantRefusal = 'organizationNotFound' | 'projectNotFound' | 'forbidden'

/** Caller, with the level in the tenant that the path names. */
export interface Caller {
  readonly user: KeyUser
  /** Those of the key. */
  readonly scopes: readonly string[]
  /** `undefined` where the path names none. */
  readonly tenant: Tenant | TenantRefusal | undefined
  /** Absent where nothing was looked up with the caller. */
  readonly along?: FoundAlong
}

/** An item of a project that was looked up in the same statement as who asks for it. */
export interface FoundAlong {
  /** As the path names it. */
  readonly id: number
  /** `undefined` where the project has no such item, or the caller may not see the project. */
  readonly row: object | undefined
}
