import type { EventStore } from '../store.ts'
import { exportedEvents } from './exported-events.ts'
import { personHistory } from './person-history.ts'
import { createReader, type ReaderParts } from './reader.ts'
import { lifecyclePersons, stickinessPersons, trendsPersons } from './views/activity.ts'
import { correlationPersons } from './views/correlation.ts'
import { funnelPersons } from './views/funnel.ts'
import { pathPersons } from './views/path.ts'
import { retainedPersons } from './views/retention.ts'

interface StoreParts extends ReaderParts {
  readonly delete: EventStore['delete']
}

/**
 * Creates the store for events in ClickHouse. Views include only the events that have arrived in ClickHouse.
 */
export function createClickhouseEventStore(parts: StoreParts): EventStore {
  const reader = createReader(parts)
  return {
    funnel: (query) => funnelPersons(reader, query),
    correlation: (query) => correlationPersons(reader, query),
    path: (query) => pathPersons(reader, query),
    lifecycle: (query) => lifecyclePersons(reader, query),
    retention: (query) => retainedPersons(reader, query),
    stickiness: (query) => stickinessPersons(reader, query),
    trends: (query) => trendsPersons(reader, query),
    personHistory: (query) => personHistory(reader, query),
    exported: (selection) => exportedEvents({ reader, db: parts.db }, selection),
    delete: parts.delete,
  }
}
