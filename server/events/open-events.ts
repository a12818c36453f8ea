import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { analysisRefusals } from '../questions/refusals.ts'
import { Refusal } from '../refusals/refusal.ts'
import { readEventHome } from './home.ts'
import { createPostgresEventStore } from './postgres/store.ts'
import type { EventStore, OpenEvents } from './store.ts'

/**
 * Creates access to the current event store. The home is looked up in the transaction that reads (the
 * caller's, or one for each query), so that the home's events are kept until the transaction ends.
 * @param openElsewhere opens the store in ClickHouse, if there is one.
 */
export function openEventsAtHome(openElsewhere: OpenEvents | undefined): OpenEvents {
  return (db) => {
    const storeOf = async (asked: Kysely<Database>): Promise<EventStore> => {
      const home = await readEventHome(asked)
      if (home === 'postgres' || home === 'copying') return createPostgresEventStore(asked)
      // The events have been moved to ClickHouse since this process started.
      if (openElsewhere === undefined) throw new Refusal(analysisRefusals.eventsAway)
      return openElsewhere(asked)
    }
    const ask = async <Answer>(question: (store: EventStore) => Promise<Answer>): Promise<Answer> =>
      db.isTransaction
        ? await question(await storeOf(db))
        : await db.transaction().execute(async (transaction) => await question(await storeOf(transaction)))
    return {
      funnel: (query) => ask((store) => store.funnel(query)),
      correlation: (query) => ask((store) => store.correlation(query)),
      path: (query) => ask((store) => store.path(query)),
      lifecycle: (query) => ask((store) => store.lifecycle(query)),
      retention: (query) => ask((store) => store.retention(query)),
      stickiness: (query) => ask((store) => store.stickiness(query)),
      trends: (query) => ask((store) => store.trends(query)),
      personHistory: (query) => ask((store) => store.personHistory(query)),
      exported: (selection) => ({
        count: () => ask((store) => store.exported(selection).count()),
        async *read(after) {
          if (!db.isTransaction) throw new Error('Records can be read only within a transaction.')
          yield* (await storeOf(db)).exported(selection).read(after)
        },
      }),
      // The caller must prevent moves in the meantime; a single transaction would delay other work.
      delete: async (deletion, signal) => (await storeOf(db)).delete(deletion, signal),
    }
  }
}
