import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import { whileEventsSettled } from './home.ts'
import type { EventJobParts } from './parts.ts'
import type { OpenEvents } from './store.ts'

/** A job that deletes the events of deleted persons, if this was requested when the person was deleted. */
export function clearEventsJob({ db, openEvents, clearEventsSchedule }: EventJobParts): JobDefinition {
  return {
    queue: 'clear-events',
    cron: { expression: clearEventsSchedule },
    run: async (_, { signal }) => await clearEvents({ db, openEvents }, signal),
  }
}

/**
 * Executes every order to delete events. An order is kept until all its events are gone: if a process dies or
 * stops, the next process continues. It is also kept while events are being moved, because copies of deleted
 * events could still arrive.
 */
export async function clearEvents(
  { db, openEvents }: { readonly db: Kysely<Database>; readonly openEvents: OpenEvents },
  signal?: AbortSignal,
): Promise<void> {
  const orders = await db.selectFrom('event_deletions').orderBy('id').select(['project_id', 'id']).execute()
  for (const order of orders) {
    signal?.throwIfAborted()
    // All statements use one connection, so that none of them is still running when the connection ends.
    const isSettled = await whileEventsSettled(db, async (connection) => {
      const { distinct_ids, created_at } =
        (await connection
          .selectFrom('event_deletions')
          .where('project_id', '=', order.project_id)
          .where('id', '=', order.id)
          .select(['distinct_ids', 'created_at'])
          .executeTakeFirst()) ?? {}
      // Another process might have executed the order.
      if (distinct_ids === undefined || created_at === undefined) return
      const deletion = { projectId: order.project_id, distinctIds: distinct_ids, until: created_at }
      await openEvents(connection).delete(deletion, signal)
      await connection
        .deleteFrom('event_deletions')
        .where('project_id', '=', order.project_id)
        .where('id', '=', order.id)
        .execute()
    })
    if (!isSettled) return
  }
}
