import type { OpenEvents } from '../store.ts'
import type { Clickhouse } from './client.ts'
import { deleteEvents } from './delete-events.ts'
import { createClickhouseEventStore } from './store.ts'

/** Creates the store for events in ClickHouse. @param seconds time limit per statement. */
export function openClickhouseEvents(clickhouse: Clickhouse, seconds: number): OpenEvents {
  return (db) =>
    createClickhouseEventStore({
      clickhouse,
      db,
      seconds,
      delete: (deletion, signal) => deleteEvents({ clickhouse, db }, deletion, signal),
    })
}
