import { concurrentIndex } from './concurrent-index.ts'

/** Events in order of occurrence: backfills of batch exports read spans of them. */
export const eventsTimestamp = concurrentIndex({
  name: 'events_timestamp',
  on: 'events (project_id, timestamp, uuid)',
})
