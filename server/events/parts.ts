import type { Foundation } from '../feature/foundation.ts'
import type { OpenEvents } from './store.ts'

/** Dependencies of readers of events besides the foundation. */
export interface EventParts extends Foundation {
  readonly openEvents: OpenEvents
}

/** Dependencies of the jobs for events. */
export interface EventJobParts extends EventParts {
  /** When the events of deleted persons are deleted: a cron expression, in UTC. */
  readonly clearEventsSchedule: string
  /** Days for which a repeated event is recognised, if events are not in this database. */
  readonly receiptDays: number
}
