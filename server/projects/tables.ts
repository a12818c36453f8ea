import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { Timestamp } from '../database/schema.ts'

declare module '../database/schema.ts' {
  interface Database {
    projects: ProjectTable
  }
}

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

export type Project = Selectable<ProjectTable>
