import type { KeyUser, Tenant } from './tenancy.ts'

/** Why a caller gets at no tenant. */
export type TenantRefusal = 'organizationNotFound' | 'projectNotFound' | 'forbidden'

/** Who calls, and as what of the tenant that the path names. */
export interface Caller {
  readonly user: KeyUser
  /** Those of the key. */
  readonly scopes: readonly string[]
  /** `undefined` where the path names none. */
  readonly tenant: Tenant | TenantRefusal | undefined
}
