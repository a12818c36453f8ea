import type { Generated, Selectable } from 'kysely'
import type { Timestamp } from '../database/schema.ts'
import type { Level } from '../tenancy/tenancy.ts'

declare module '../database/schema.ts' {
  interface Database {
    memberships: MembershipTable
  }
}

interface MembershipTable {
  organization_id: string
  user_id: number
  id: Generated<string>
  level: Level
  joined_at: Timestamp
  updated_at: Timestamp
}

export type Membership = Selectable<MembershipTable>
