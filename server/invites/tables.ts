import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Timestamp } from '../database/schema.ts'
import type { Level } from '../tenancy/tenancy.ts'

/** A member's level in one private project: 1 member, 8 administrator. */
export type ProjectLevel = 1 | 8

/**
 * A private project in an invite, and the level that the invite grants in it. @see interface document,
 * section 2.6
 */
export interface PrivateProjectAccess {
  readonly id: number
  readonly level: ProjectLevel
}

interface InviteTable {
  organization_id: string
  id: Generated<string>
  target_email: string
  first_name: string
  level: Level
  message: string | null
  private_project_access: ColumnType<PrivateProjectAccess[], string, string>
  send_email: boolean
  emailing_attempt_made: boolean
  created_by: number
  created_at: Timestamp
  updated_at: Timestamp
}

interface ProjectMembershipTable {
  organization_id: string
  project_id: number
  user_id: number
  level: ProjectLevel
}

declare module '../database/schema.ts' {
  interface Database {
    invites: InviteTable
    project_memberships: ProjectMembershipTable
  }
}

export type Invite = Selectable<InviteTable>
