import { concurrentIndex } from './concurrent-index.ts'

/** Indexes events in order of occurrence, because backfills of batch exports read spans of them. */
export const eventsTimestampMigration = concurrentIndex({
  name: 'events_timestamp',
  on: 'events (project_id, timestamp, uuid)',
})
