import { analysis } from '../analysis/feature.ts'
import { batchExports } from '../batch-exports/feature.ts'
import { domains } from '../domains/feature.ts'
import { events } from '../events/feature.ts'
import type { Feature, Lookups, Searches } from '../feature/feature.ts'
import { invites } from '../invites/feature.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import { members } from '../members/feature.ts'
import { organizations } from '../organizations/feature.ts'
import { persons } from '../persons/feature.ts'
import { plugins } from '../plugins/feature.ts'
import { projects } from '../projects/feature.ts'

/** All features of the service; they are listed only here. */
const features = [
  organizations,
  projects,
  members,
  invites,
  domains,
  batchExports,
  plugins,
  persons,
  events,
  analysis,
] as const

type Known = (typeof features)[number]
type HandlersOf<One> = One extends { readonly handlers: infer Make } ? Make : never
type JobsOf<One> = One extends { readonly jobs: infer Make } ? Make : never

/** Turns a union into the intersection of its types. */
type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type Taken<Make> = Make extends (parts: infer Parts) => unknown ? Parts : never
type Made<Make> = Make extends (parts: never) => infer Result ? Result : never

/** Everything that the handlers of all features depend on. */
export type HandlerParts = Every<Taken<HandlersOf<Known>>>

/** Everything that the jobs of all features depend on. */
export type JobParts = Every<Taken<JobsOf<Known>>>

/**
 * The handlers of all features. An operation without a handler causes a compile error where the service uses
 * them.
 */
export function handlersOfFeatures(parts: HandlerParts): Every<Made<HandlersOf<Known>>> {
  const made = (features as readonly Feature[]).map(({ handlers }) => handlers?.(parts as never))
  return Object.assign({}, ...made)
}

/** All features' jobs. */
export function jobsOfFeatures(parts: JobParts): readonly JobDefinition[] {
  return (features as readonly Feature[]).flatMap(({ jobs }) => jobs?.(parts as never) ?? [])
}

/** All features' search operations. */
export const searches: Searches = Object.assign(
  {},
  ...(features as readonly Feature[]).map(({ searches }) => searches),
)

/** All features' operations whose item is looked up together with the caller. */
export const lookups: Lookups = Object.assign(
  {},
  ...(features as readonly Feature[]).map(({ lookups }) => lookups),
)
