import { concurrentIndex } from './concurrent-index.ts'

/**
 * Events in the order of acceptance: batch exports read spans of them, and continue an interrupted run.
 * Without the index every run of an hour, or of five minutes, reads all events.
 */
export const eventsAccepted = concurrentIndex({
  name: 'events_accepted',
  on: 'events (project_id, created_at, uuid)',
})
