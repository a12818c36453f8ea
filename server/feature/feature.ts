import type { Handlers } from '../../generated/server.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import type { ServiceHandlers } from './handler-groups.ts'

/**
 * What one folder adds to the service, for the list in app/features.ts. Its tables join `Database` in its file `tables.ts`, and its
 * refusals are thrown where they are due: nobody lists these.
 */
export interface Feature {
  /** The code of its operations, made of the foundation and what the feature needs besides. */
  readonly handlers?: (parts: never) => Partial<ServiceHandlers>
  /** What it does later. */
  readonly jobs?: (parts: never) => readonly JobDefinition[]
  readonly searches?: Searches
}

/** Operations that read by what the caller thinks up, and whether a request does so. */
export type Searches = {
  readonly [Name in keyof Handlers]?: (query: Readonly<Record<string, unknown>>) => boolean
}
