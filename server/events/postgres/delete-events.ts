import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { EventDeletion } from '../store.ts'

/**
 * Number of events deleted in one transaction. It is low, so that nothing waits for long and a retry repeats
 * little.
 */
const chunk = 5000

/**
 * Deletes in rounds until no event is left. A statement that deletes few events does not prove that none is
 * left, because a killed process's statement might still have been working on the same events.
 * @see EventStore.delete
 */
export async function deleteEvents(
  db: Kysely<Database>,
  deletion: EventDeletion,
  signal?: AbortSignal,
): Promise<void> {
  do {
    signal?.throwIfAborted()
    while ((await deleteSome(db, deletion)) === chunk) signal?.throwIfAborted()
  } while (await isAnyLeft(db, deletion))
}

async function deleteSome(db: Kysely<Database>, deletion: EventDeletion): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events
    where project_id = ${deletion.projectId} and uuid in (
      select event.uuid from events as event where ${isMeant(deletion)} limit ${chunk})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function isAnyLeft(db: Kysely<Database>, deletion: EventDeletion): Promise<boolean> {
  const { rows } = await sql`select from events as event where ${isMeant(deletion)} limit 1`.execute(db)
  return rows.length > 0
}

function isMeant({ projectId, distinctIds, until }: EventDeletion) {
  return sql`event.project_id = ${projectId} and event.distinct_id = any(${distinctIds}::text[])
    and event.created_at <= ${until}::timestamptz`
}
