import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from 'kysely'
import type { ActivityTables } from '../activity/tables.ts'
import type { BatchExportTables } from '../batch-exports/tables.ts'
import type { EventTables } from '../events/tables.ts'
import type { InviteTables } from '../invites/tables.ts'
import type { PersonTables } from '../persons/tables.ts'
import type { PluginTables } from '../plugins/tables.ts'

/**
 * The service's tables, as migrations/ leaves them.
 *
 * Each table that belongs to a tenant starts its primary key with the tenant's id, so that a distributed PostgreSQL
 * can keep a tenant's rows together. Names that are unique over all tenants (an e-mail address, a domain) live in
 * small tables, which such a database replicates.
 */
export interface Database
  extends ActivityTables,
    BatchExportTables,
    InviteTables,
    EventTables,
    PersonTables,
    PluginTables {
  organizations: OrganizationTable
  projects: ProjectTable
  users: UserTable
  memberships: MembershipTable
  domains: DomainTable
  personal_api_keys: PersonalApiKeyTable
}

/** A moment in UTC with microseconds, `2026-01-31T12:00:00.123456Z`: a JavaScript `Date` would cut it. */
export type Timestamp = ColumnType<string, string | undefined, string>

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

/** What an organization may do with plugins: 0 nothing, 3 configure, 6 install, 9 everything. */
export type PluginsAccessLevel = 0 | 3 | 6 | 9

interface ProjectTable {
  organization_id: string
  id: Generated<number>
  uuid: Generated<string>
  name: string
  api_token: string
  timezone: Generated<string>
  is_demo: Generated<boolean>
  ingested_event: Generated<boolean>
  completed_snippet_onboarding: Generated<boolean>
  has_completed_onboarding_for: JSONColumnType<Record<string, boolean>> | null
  access_control: Generated<boolean>
  created_at: Timestamp
}

interface UserTable {
  id: Generated<number>
  uuid: Generated<string>
  distinct_id: string
  /** Unique without regard to case. */
  email: string
  first_name: Generated<string>
  last_name: Generated<string>
  is_active: Generated<boolean>
  is_email_verified: boolean | null
  is_2fa_enabled: Generated<boolean>
  has_social_auth: Generated<boolean>
  hedgehog_config: JSONColumnType<Record<string, unknown>> | null
  /** What `@current` means to this user. */
  current_organization_id: string | null
  current_project_id: number | null
  created_at: Timestamp
}

interface MembershipTable {
  organization_id: string
  user_id: number
  id: Generated<string>
  level: Level
  joined_at: Timestamp
  updated_at: Timestamp
}

/** What a member may do: 1 member, 8 administrator, 15 owner. */
export type Level = 1 | 8 | 15

interface DomainTable {
  organization_id: string
  id: Generated<string>
  domain: string
  verification_challenge: string
  verified_at: string | null
  last_verification_retry: string | null
  jit_provisioning_enabled: Generated<boolean>
  sso_enforcement: Generated<SsoEnforcement>
  saml_entity_id: string | null
  saml_acs_url: string | null
  saml_x509_cert: string | null
  created_at: Timestamp
}

/** By what users of a domain have to log in; empty when they are free. */
export type SsoEnforcement = '' | 'saml' | 'google-oauth2' | 'github' | 'gitlab'

interface PersonalApiKeyTable {
  user_id: number
  id: Generated<string>
  label: string
  /** `sha256$` and the hexadecimal digest of the whole key: the key itself is kept nowhere. */
  secure_value: string
  /** Enough of the key to tell it from another: `phx_...abcd`. */
  mask_value: string
  scopes: string[]
  created_at: Timestamp
  last_used_at: string | null
  /** `null` for a key that does not end by itself. */
  expires_at: string | null
}

export type Organization = Selectable<OrganizationTable>
export type Project = Selectable<ProjectTable>
export type User = Selectable<UserTable>
export type NewUser = Insertable<UserTable>
export type Membership = Selectable<MembershipTable>
export type Domain = Selectable<DomainTable>
