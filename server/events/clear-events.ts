import { type Kysely, sql } from 'kysely'
import type { Foundation } from '../app/foundation.ts'
import type { Database } from '../database/schema.ts'
import type { JobDefinition } from '../jobs/jobs.ts'

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
    const order = { projectId: project_id, orderId: id }
    do {
      signal?.throwIfAborted()
      while ((await deleteSome(db, order)) === chunk) signal?.throwIfAborted()
    } while (!(await closeOrder(db, order)))
  }
}

interface Order {
  readonly projectId: number
  readonly orderId: string
}

/** What the ids do after the order belongs to whom they name then. */
async function deleteSome(db: Kysely<Database>, { projectId, orderId }: Order): Promise<number> {
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

/**
 * Removes an order none of whose events is left. That a statement deleted few does not tell so: the one of a process
 * that was killed may still have been at work on the same events.
 * @returns false when there are events left.
 */
async function closeOrder(db: Kysely<Database>, { projectId, orderId }: Order): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from event_deletions as deletion
    where project_id = ${projectId} and id = ${orderId} and not exists (
      select from events as event
      where event.project_id = deletion.project_id and event.distinct_id = any(deletion.distinct_ids)
        and event.created_at <= deletion.created_at)`.execute(db)
  if (numAffectedRows === 1n) return true
  const left = db.selectFrom('event_deletions').where('project_id', '=', projectId).where('id', '=', orderId)
  return (await left.select('id').executeTakeFirst()) === undefined
}
