import { sql, type Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { CapturedEvent } from '../captured-event.ts'

/** Stores events, except those that are already stored. */
export async function insertEvents(
  transaction: Transaction<Database>,
  { projectId, events }: { readonly projectId: number; readonly events: readonly CapturedEvent[] },
): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into events (project_id, uuid, event, distinct_id, timestamp, properties)
    select ${projectId}, uuid, event, "distinctId", timestamp, properties
    from json_to_recordset(${JSON.stringify(events)}::json)
      as captured (uuid uuid, event text, "distinctId" text, timestamp timestamptz, properties jsonb)
    order by uuid on conflict (project_id, uuid) do nothing`.execute(transaction)
}
