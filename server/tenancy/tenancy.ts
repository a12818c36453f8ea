import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'

/** Level of a member: 1 member, 8 administrator, 15 owner. */
export type Level = 1 | 8 | 15

/** Caller: the user of a key. */
export interface KeyUser {
  readonly id: number
  readonly uuid: string
}

/** An organization, and the rights of the calling member there. */
export interface Tenant {
  readonly organizationId: string
  readonly caller: KeyUser
  readonly level: Level
  /** The project that the path names, where it names one. */
  readonly projectId?: number
}

/** A tenant whose project the path names. */
export interface ProjectTenant extends Tenant {
  readonly projectId: number
}

/** The levels of members. @see interface document, section 2.2, membership_level */
export const levels = { member: 1, administrator: 8, owner: 15 } as const

/** Refuses when the caller's level is below the needed one. */
export function assertLevel(tenant: Tenant, needed: Level): void {
  if (tenant.level < needed) throw new Refusal(generalRefusals.levelTooLow)
}

/** True if a text is a UUID; PostgreSQL fails the whole query on any other text. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
