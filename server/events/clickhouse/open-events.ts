import type { OpenEvents } from '../store.ts'
import type { Clickhouse } from './client.ts'
import { deleteEvents } from './delete-events.ts'
import { createClickhouseEventStore } from './store.ts'

/** Gives the store of events that live in ClickHouse. @param seconds that a statement may take. */
export function openClickhouseEvents(clickhouse: Clickhouse, seconds: number): OpenEvents {
  return (db) =>
    createClickhouseEventStore({
      clickhouse,
      db,
      seconds,
      delete: (deletion, signal) => deleteEvents({ clickhouse, db }, deletion, signal),
    })
}
