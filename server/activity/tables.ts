import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from '../database/schema.ts'

/** The kinds of items that an entry can be about. */
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

/** One property of an item, before and after a change. */
export interface ActivityChange {
  /** The item's scope. */
  readonly type: ActivityScope
  readonly action: 'created' | 'changed' | 'deleted' | 'split' | 'merged'
  /** The property's name; null if the change concerns the whole item. */
  readonly field: string | null
  readonly before: unknown
  readonly after: unknown
}

/** Details of an entry other than who acted, when, and on which item. */
export interface ActivityDetail {
  /** The item's human-readable name. */
  readonly name: string | null
  readonly changes: readonly ActivityChange[] | null
}

interface ActivityLogTable {
  organization_id: string
  id: Generated<string>
  /** Null for an item that belongs to the whole organization. */
  project_id: number | null
  /** Null for actions by the service, by its operator, or by a user who has since been deleted. */
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
