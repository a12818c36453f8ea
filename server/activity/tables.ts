import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from '../database/schema.ts'

/** Kinds of items that an entry can be about. */
export const activityScopes = [
  'Organization',
  'OrganizationMembership',
  'OrganizationInvite',
  'OrganizationDomain',
  'PersonalAPIKey',
  'Project',
  'User',
  'BatchExport',
  'Plugin',
  'PluginConfig',
  'Person',
] as const

export type ActivityScope = (typeof activityScopes)[number]

/** One member of an item, before and after. */
export interface ActivityChange {
  /** The scope of the item. */
  readonly type: ActivityScope
  readonly action: 'created' | 'changed' | 'deleted' | 'split' | 'merged'
  /** The member; null if the change concerns the whole item. */
  readonly field: string | null
  readonly before: unknown
  readonly after: unknown
}

/** Details of an entry beyond who, when and which item. */
export interface ActivityDetail {
  /** The item's name for people. */
  readonly name: string | null
  readonly changes: readonly ActivityChange[] | null
}

interface ActivityLogTable {
  organization_id: string
  id: Generated<string>
  /** Null for an item of the whole organization. */
  project_id: number | null
  /** Null for actions of the service or its operator. */
  user_id: number | null
  scope: ActivityScope
  item_id: string
  activity: string
  detail: ColumnType<ActivityDetail, string, string>
  created_at: Timestamp
}

declare module '../database/schema.ts' {
  interface Database {
    activity_log: ActivityLogTable
  }
}
