import { concurrentIndex } from './concurrent-index.ts'

/**
 * Events in order of acceptance: batch exports read spans of them and resume interrupted runs. Without the
 * index, every run, even for an hour or five minutes, would read all events.
 */
export const eventsAccepted = concurrentIndex({
  name: 'events_accepted',
  on: 'events (project_id, created_at, uuid)',
})
