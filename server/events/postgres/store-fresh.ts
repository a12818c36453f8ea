import { sql, type Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { CapturedEvent } from '../captured-event.ts'
import { insertReceipts } from '../outbox/receipts.ts'
import type { EventHome } from '../tables.ts'
import { insertEvents } from './insert-events.ts'

/** Stored events, and their home, which stays the same until the end of the transaction. */
export interface StoredEvents {
  readonly home: EventHome
  /** The events that were new, in order. */
  readonly fresh: readonly CapturedEvent[]
}

/** Stores events, or records their acceptance if they should be stored in ClickHouse. */
export async function storeFreshEvents(
  transaction: Transaction<Database>,
  { projectId, events }: { readonly projectId: number; readonly events: readonly CapturedEvent[] },
): Promise<StoredEvents> {
  const byUuid = new Map<string, CapturedEvent>()
  for (const event of events) if (!byUuid.has(event.uuid)) byUuid.set(event.uuid, event)
  // A statement locks its tables before it reads them. This statement can write receipts, so it sees the new
  // home after waiting for `changeEventHome`, and the home stays the same until the end of the transaction.
  // Every transaction inserts rows in the same order, so that no two of them wait for each other at the
  // unique index.
  const { rows } = await sql<{ home: EventHome; uuids: readonly string[] | null }>`
    with here as (select home from event_home),
    captured as (
      select * from json_to_recordset(${JSON.stringify([...byUuid.values()])}::json)
        as captured (uuid uuid, event text, "distinctId" text, timestamp timestamptz, properties jsonb)
    ),
    stored as (
      insert into events (project_id, uuid, event, distinct_id, timestamp, properties)
      select ${projectId}::integer, uuid, event, "distinctId", timestamp, properties from here, captured
      where home in ('postgres', 'copying')
      order by uuid on conflict (project_id, uuid) do nothing returning uuid
    ),
    noted as (
      insert into event_receipts (project_id, uuid)
      select ${projectId}::integer, uuid from here, captured where home in ('clickhouse', 'returning')
      order by uuid on conflict (project_id, uuid) do nothing returning uuid
    )
    select home, uuids from here, (
      select case when count(*) < ${byUuid.size}::integer then coalesce(array_agg(uuid::text), '{}') end as uuids
      from (select uuid from stored union all select uuid from noted) as fresh
    ) as fresh`.execute(transaction)
  // The UUIDs are read only if some events were already stored, because few events are sent twice.
  const { home = 'postgres', uuids = null } = rows[0] ?? {}
  const freshUuids = uuids && new Set(uuids)
  const fresh = [...byUuid.values()].filter(({ uuid }) => freshUuids?.has(uuid) ?? true)
  // During a move, both homes receive new events, so that the old home stays complete until the end.
  // ClickHouse receives them through the outbox, so this function writes only receipts for it.
  if (home === 'copying') await insertReceipts(transaction, { projectId, events: fresh })
  if (home === 'returning') await insertEvents(transaction, { projectId, events: fresh })
  return { home, fresh }
}
