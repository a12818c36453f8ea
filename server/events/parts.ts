import type { Foundation } from '../feature/foundation.ts'
import type { OpenEvents } from './store.ts'

/** Everything that event readers depend on in addition to the foundation. */
export interface EventParts extends Foundation {
  readonly openEvents: OpenEvents
}

/** Everything that event jobs depend on. */
export interface EventJobParts extends EventParts {
  /** Cron expression, in UTC: when to delete the events of persons who were deleted with `delete_events`. */
  readonly clearEventsSchedule: string
  /** Number of days during which a repeated event is recognized, if events are not in PostgreSQL. */
  readonly receiptDays: number
}
