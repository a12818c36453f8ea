import type { RawBuilder } from 'kysely'
import type { Handlers } from '../../generated/server.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import type { ServiceHandlers } from './handler-groups.ts'

/**
 * One folder's contribution to the service, listed in app/features.ts. Two things are not listed: tables are
 * added to `Database` in the folder's `tables.ts`, and refusals are thrown where they occur.
 */
export interface Feature {
  /** Handlers for its operations, created from the foundation and the feature's own dependencies. */
  readonly handlers?: (parts: never) => Partial<ServiceHandlers>
  /** Its background jobs. */
  readonly jobs?: (parts: never) => readonly JobDefinition[]
  readonly searches?: Searches
  readonly lookups?: Lookups
}

/**
 * Operations that read data according to the caller's conditions, each with a test that reports whether a
 * request has such conditions.
 */
export type Searches = {
  readonly [Name in keyof Handlers]?: (query: Readonly<Record<string, unknown>>) => boolean
}

/**
 * Operations that read one item in a project by the integer `id` in their path, with the location where the
 * item is stored.
 */
export type Lookups = { readonly [Name in keyof Handlers]?: ItemLookup }

/**
 * Looks up an item in the statement that finds the caller, because one database query takes half the time of
 * two. For a caller who is not allowed to see the project, the statement does not read the item.
 */
export interface ItemLookup {
  /** The table's alias in the statement. */
  readonly name: string
  /** A table that has the columns `project_id` and `id`. */
  readonly table: string
  /**
   * Columns to select. None of them can have the same name as one of the caller's columns: "id" and "uuid"
   * become "item_id" and "item_uuid".
   */
  readonly columns: RawBuilder<unknown>
}
