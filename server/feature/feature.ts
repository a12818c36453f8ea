import type { RawBuilder } from 'kysely'
import type { Handlers } from '../../generated/server.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import type { ServiceHandlers } from './handler-groups.ts'

/**
 * Contribution of one folder to the service, for the list in app/features.ts. Two things need no list: tables
 * join `Database` in the folder's `tables.ts`, and refusals are thrown where they occur.
 */
export interface Feature {
  /** Handlers of its operations, created from the foundation and the feature's own dependencies. */
  readonly handlers?: (parts: never) => Partial<ServiceHandlers>
  /** Its background jobs. */
  readonly jobs?: (parts: never) => readonly JobDefinition[]
  readonly searches?: Searches
  readonly lookups?: Lookups
}

/** Operations that read by the caller's conditions, with a test whether a request has such conditions. */
export type Searches = {
  readonly [Name in keyof Handlers]?: (query: Readonly<Record<string, unknown>>) => boolean
}

/** Operations that read one item of a project by the integer `id` in their path, and where it is stored. */
export type Lookups = { readonly [Name in keyof Handlers]?: ItemLookup }

/**
 * Lookup of an item in the statement that finds the caller: one database query takes half the time of two. A
 * caller who may not see the project gets no row, so no data of the item leaves the database.
 */
export interface ItemLookup {
  /** Alias of the table in the statement. */
  readonly name: string
  /** A table with `project_id` and `id`. */
  readonly table: string
  /** None may have the name of a caller's column: "id" and "uuid" become "item_id" and "item_uuid". */
  readonly columns: RawBuilder<unknown>
}
