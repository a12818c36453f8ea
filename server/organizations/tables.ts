import type { Generated, Selectable } from 'kysely'
import type { Timestamp } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    organizations: OrganizationTable
  }
}

interface OrganizationTable {
  id: Generated<string>
  name: string
  slug: string
  created_at: Timestamp
  updated_at: Timestamp
  is_member_join_email_enabled: Generated<boolean>
  enforce_2fa: boolean | null
  plugins_access_level: Generated<PluginsAccessLevel>
  customer_id: string | null
}

/** An organization's rights to plugins: 0 none, 3 configure, 6 install, 9 everything. */
export type PluginsAccessLevel = 0 | 3 | 6 | 9

export type Organization = Selectable<OrganizationTable>
