import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { EventStore } from '../store.ts'
import { lifecyclePersons, stickinessPersons, trendsPersons } from './activity.ts'
import { correlationPersons } from './correlation.ts'
import { funnelPersons } from './funnel.ts'
import { pathPersons } from './path.ts'
import { retainedPersons } from './retention.ts'

/** Events in the service's own database. */
export function createPostgresEventStore(db: Kysely<Database>): EventStore {
  return {
    funnel: (query) => funnelPersons(db, query),
    correlation: (query) => correlationPersons(db, query),
    path: (query) => pathPersons(db, query),
    lifecycle: (query) => lifecyclePersons(db, query),
    retention: (query) => retainedPersons(db, query),
    stickiness: (query) => stickinessPersons(db, query),
    trends: (query) => trendsPersons(db, query),
  }
}
