import type { RawBuilder } from 'kysely'
import type { Handlers } from '../../generated/server.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import type { ServiceHandlers } from './handler-groups.ts'

/**
 * Contribution of one folder to the service, for the list in app/features.ts. Its tables join `Database` in
 * its file `tables.ts`, and its refusals are thrown where they are due: nobody lists these.
 */
export interface Feature {
  /** The code of its operations, made of the foundation and the feature's own parts. */
  readonly handlers?: (parts: never) => Partial<ServiceHandlers>
  /** Jobs that it does later. */
  readonly jobs?: (parts: never) => readonly JobDefinition[]
  readonly searches?: Searches
  readonly lookups?: Lookups
}

/** Operations that read by conditions of the caller's choice, and the test whether a request does so. */
export type Searches = {
  readonly [Name in keyof Handlers]?: (query: Readonly<Record<string, unknown>>) => boolean
}

/** Operations that read one item of a project by the integer `id` of their path, and where it is. */
export type Lookups = { readonly [Name in keyof Handlers]?: ItemLookup }

/**
 * Look-up of an item in the statement that finds the caller: one question to the database costs half of two.
 * A caller who may not see the project gets no row: nothing of an item leaves the database for strangers.
 */
export interface ItemLookup {
  /** Alias of the table in the statement. */
  readonly name: string
  /** It has a `project_id` and an `id`. */
  readonly table: string
  /** None of them has the name of a caller's column: "id" and "uuid" become "item_id" and "item_uuid". */
  readonly columns: RawBuilder<unknown>
}
