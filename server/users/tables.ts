import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { Timestamp } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    users: UserTable
  }
}

interface UserTable {
  id: Generated<number>
  uuid: Generated<string>
  distinct_id: string
  /** Unique, ignoring case. */
  email: string
  first_name: Generated<string>
  last_name: Generated<string>
  is_active: Generated<boolean>
  is_email_verified: boolean | null
  is_2fa_enabled: Generated<boolean>
  has_social_auth: Generated<boolean>
  hedgehog_config: JSONColumnType<Record<string, unknown>> | null
  /** The organization that the user chose for `@current`. */
  current_organization_id: string | null
  current_project_id: number | null
  created_at: Timestamp
}

export type User = Selectable<UserTable>
