import { generalRefusals } from '../refusals/general-refusals.ts'
import { Refusal } from '../refusals/refusal.ts'

/** Level of a member: 1 member, 8 administrator, 15 owner. */
export type Level = 1 | 8 | 15

/** A caller: the user of a key. */
export interface KeyUser {
  readonly id: number
  readonly uuid: string
}

/** An organization, with the rights of the calling member. */
export interface Tenant {
  readonly organizationId: string
  readonly caller: KeyUser
  readonly level: Level
  /** The project in the path, if any. */
  readonly projectId?: number
}

/** A tenant with a project from the path. */
export interface ProjectTenant extends Tenant {
  readonly projectId: number
}

/** The levels of members. @see interface document, section 2.2, membership_level */
export const levels = { member: 1, administrator: 8, owner: 15 } as const

/** Refuses if the caller's level is too low. */
export function assertLevel(tenant: Tenant, needed: Level): void {
  if (tenant.level < needed) throw new Refusal(generalRefusals.levelTooLow)
}

/** True if a text is a UUID; for any other text, PostgreSQL fails the whole query. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
