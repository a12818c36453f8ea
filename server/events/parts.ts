import type { Foundation } from '../feature/foundation.ts'
import type { OpenEvents } from './store.ts'

/** Everything that event readers depend on in addition to the foundation. */
export interface EventParts extends Foundation {
  readonly openEvents: OpenEvents
}

/** Everything that event jobs depend on. */
export interface EventJobParts extends EventParts {
  /** Schedule for deleting the events of deleted persons: a cron expression, in UTC. */
  readonly clearEventsSchedule: string
  /** Number of days during which a repeated event is recognized, if events are not in this database. */
  readonly receiptDays: number
}
