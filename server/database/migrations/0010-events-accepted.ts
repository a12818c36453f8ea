import { concurrentIndex } from './concurrent-index.ts'

/**
 * Events in the order in which they were accepted: batch exports read spans of them, and go on where a run broke off.
 * Without the index every run of an hour, or of five minutes, reads all events that there are.
 */
export const eventsAccepted = concurrentIndex({
  name: 'events_accepted',
  on: 'events (project_id, created_at, uuid)',
})
