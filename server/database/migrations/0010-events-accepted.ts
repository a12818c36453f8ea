import { concurrentIndex } from './concurrent-index.ts'

/**
 * Indexes events in order of acceptance: batch exports read spans of them and resume interrupted runs.
 * Without this index, every run would read all events, even for an hour or five minutes.
 */
export const eventsAcceptedMigration = concurrentIndex({
  name: 'events_accepted',
  on: 'events (project_id, created_at, uuid)',
})
