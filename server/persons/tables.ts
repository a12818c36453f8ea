import type { Generated, JSONColumnType } from 'kysely'
import type { Timestamp } from '../database/schema.ts'
import type { JsonObject } from '../values/json.ts'

declare module '../database/schema.ts' {
  interface Database {
    persons: PersonTable
    person_distinct_ids: PersonDistinctIdTable
    cohorts: CohortTable
    cohort_persons: CohortPersonTable
  }
}

interface PersonTable {
  project_id: number
  id: Generated<number>
  uuid: Generated<string>
  created_at: Timestamp
  properties: JSONColumnType<JsonObject, string | undefined, string>
  /** True once an event has identified the person, by `$identify` or by a merge. */
  is_identified: Generated<boolean>
}

/** An id by which events refer to a person. */
interface PersonDistinctIdTable {
  project_id: number
  distinct_id: string
  person_id: number
  /**
   * The order in which a person got the ids. It is a string, because it can exceed JavaScript's largest exact
   * integer.
   */
  id: Generated<string>
}

interface CohortTable {
  project_id: number
  id: Generated<number>
  name: string
  description: Generated<string>
  created_at: Timestamp
  created_by: number | null
  deleted: Generated<boolean>
}

interface CohortPersonTable {
  project_id: number
  cohort_id: number
  person_id: number
}
