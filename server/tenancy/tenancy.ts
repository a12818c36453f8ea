import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'

/** A member's level: 1 member, 8 administrator, 15 owner. */
export type Level = 1 | 8 | 15

/** A caller: the user to whom a key belongs. */
export interface KeyUser {
  readonly id: number
  readonly uuid: string
}

/** An organization and the calling member's rights in it. */
export interface Tenant {
  readonly organizationId: string
  readonly caller: KeyUser
  readonly level: Level
  /** The project in the path, if there is one. */
  readonly projectId?: number
}

/** A tenant that includes the project in the path. */
export interface ProjectTenant extends Tenant {
  readonly projectId: number
}

/** The levels that members can have. @see interface document, section 2.2, membership_level */
export const levels = { member: 1, administrator: 8, owner: 15 } as const

/** Rejects the request if the caller's level is too low. */
export function assertLevel(tenant: Tenant, needed: Level): void {
  if (tenant.level < needed) throw new Refusal(generalRefusals.levelTooLow)
}

/** True if a string is a UUID. For any other string, PostgreSQL would reject the whole query. */
export function isTenantUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
