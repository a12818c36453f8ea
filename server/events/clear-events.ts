import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import type { Foundation } from '../service.ts'

/** Events that go in one transaction: a moment's work, so that nothing waits for it and little is done twice. */
const chunk = 5000

/** The job that deletes the events of persons who were deleted with them. */
export function clearEventsJob({ db, clearEventsSchedule }: Foundation): JobDefinition {
  return {
    queue: 'clear-events',
    cron: { expression: clearEventsSchedule },
    run: async (_, { signal }) => await clearEvents(db, signal),
  }
}

/**
 * Carries out every order to delete events. An order stays until all its events are gone: a process that dies, or is
 * told to stop, leaves the rest to the next one.
 */
export async function clearEvents(db: Kysely<Database>, signal?: AbortSignal): Promise<void> {
  const orders = await db.selectFrom('event_deletions').orderBy('id').select(['project_id', 'id']).execute()
  for (const { project_id, id } of orders) {
    let deleted = chunk
    while (deleted === chunk) {
      signal?.throwIfAborted()
      deleted = await deleteSome(db, { projectId: project_id, orderId: id })
    }
    await db.deleteFrom('event_deletions').where('project_id', '=', project_id).where('id', '=', id).execute()
  }
}

/** What the ids do after the order belongs to whom they name then. */
async function deleteSome(
  db: Kysely<Database>,
  { projectId, orderId }: { projectId: number; orderId: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events
    where project_id = ${projectId} and uuid in (
      select event.uuid
      from event_deletions as deletion
      join events as event on event.project_id = deletion.project_id
        and event.distinct_id = any(deletion.distinct_ids)
        and event.created_at <= deletion.created_at
      where deletion.project_id = ${projectId} and deletion.id = ${orderId}
      limit ${chunk})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
