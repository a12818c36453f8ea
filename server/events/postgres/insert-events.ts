import { sql, type Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { CapturedEvent } from '../captured-event.ts'

/** @returns the events that were not there, in their order. */
export async function insertEvents(
  transaction: Transaction<Database>,
  { projectId, events }: { projectId: number; events: readonly CapturedEvent[] },
): Promise<readonly CapturedEvent[]> {
  const byUuid = new Map<string, CapturedEvent>()
  for (const event of events) if (!byUuid.has(event.uuid)) byUuid.set(event.uuid, event)
  // In the same order in every transaction, so that no two wait for each other at the unique index.
  const { rows } = await sql<{ uuid: string }>`
    insert into events (project_id, uuid, event, distinct_id, timestamp, properties)
    select ${projectId}, uuid, event, "distinctId", timestamp, properties
    from json_to_recordset(${JSON.stringify([...byUuid.values()])}::json)
      as captured (uuid uuid, event text, "distinctId" text, timestamp timestamptz, properties jsonb)
    order by uuid
    on conflict (project_id, uuid) do nothing
    returning uuid`.execute(transaction)
  const inserted = new Set(rows.map(({ uuid }) => uuid))
  return [...byUuid.values()].filter(({ uuid }) => inserted.has(uuid))
}
