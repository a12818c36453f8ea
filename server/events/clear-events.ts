import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import type { EventJobParts } from './parts.ts'
import type { EventStore } from './store.ts'

/** The job that deletes the events of persons who were deleted with them. */
export function clearEventsJob({ db, openEvents, clearEventsSchedule }: EventJobParts): JobDefinition {
  return {
    queue: 'clear-events',
    cron: { expression: clearEventsSchedule },
    run: async (_, { signal }) => await clearEvents({ db, events: openEvents(db) }, signal),
  }
}

/**
 * Carries out every order to delete events. An order stays until all its events are gone: a process that dies, or is
 * told to stop, leaves the rest to the next one.
 */
export async function clearEvents(
  { db, events }: { readonly db: Kysely<Database>; readonly events: EventStore },
  signal?: AbortSignal,
): Promise<void> {
  const orders = await db.selectFrom('event_deletions').orderBy('id').select(['project_id', 'id']).execute()
  for (const order of orders) {
    signal?.throwIfAborted()
    const named = { project_id: order.project_id, id: order.id }
    const { distinct_ids, created_at } =
      (await db
        .selectFrom('event_deletions')
        .where('project_id', '=', named.project_id)
        .where('id', '=', named.id)
        .select(['distinct_ids', 'created_at'])
        .executeTakeFirst()) ?? {}
    // Another process may have carried it out.
    if (distinct_ids === undefined || created_at === undefined) continue
    await events.delete({ projectId: named.project_id, distinctIds: distinct_ids, until: created_at }, signal)
    await db
      .deleteFrom('event_deletions')
      .where('project_id', '=', named.project_id)
      .where('id', '=', named.id)
      .execute()
  }
}
