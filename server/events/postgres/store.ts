import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { EventStore } from '../store.ts'
import { deleteEvents } from './delete-events.ts'
import { exportedEvents } from './exported-events.ts'
import { personHistory } from './person-history.ts'
import { lifecyclePersons, stickinessPersons, trendsPersons } from './views/activity.ts'
import { correlationPersons } from './views/correlation.ts'
import { funnelPersons } from './views/funnel.ts'
import { pathPersons } from './views/path.ts'
import { retainedPersons } from './views/retention.ts'

/** Creates the store for events in the service's own database. */
export function createPostgresEventStore(db: Kysely<Database>): EventStore {
  return {
    funnel: (query) => funnelPersons(db, query),
    correlation: (query) => correlationPersons(db, query),
    path: (query) => pathPersons(db, query),
    lifecycle: (query) => lifecyclePersons(db, query),
    retention: (query) => retainedPersons(db, query),
    stickiness: (query) => stickinessPersons(db, query),
    trends: (query) => trendsPersons(db, query),
    personHistory: (query) => personHistory(db, query),
    exported: (selection) => exportedEvents(db, selection),
    delete: (deletion, signal) => deleteEvents(db, deletion, signal),
  }
}
