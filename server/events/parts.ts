import type { Foundation } from '../feature/foundation.ts'
import type { OpenEvents } from './store.ts'

/** Parts that readers of events need beside the foundation. */
export interface EventParts extends Foundation {
  readonly openEvents: OpenEvents
}

/** Parts that the jobs of events need, too. */
export interface EventJobParts extends EventParts {
  /** Times at which the events of deleted persons go: a cron expression, in UTC. */
  readonly clearEventsSchedule: string
  /** Days for which an event that comes again is known, where events are not in this database. */
  readonly receiptDays: number
}
