import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { CapturedEvent } from '../captured-event.ts'

/** Puts events into the outbox for ClickHouse, with the current persons of their distinct ids. */
export async function putIntoOutbox(
  transaction: Transaction<Database>,
  { projectId, events }: { readonly projectId: number; readonly events: readonly CapturedEvent[] },
): Promise<void> {
  if (events.length === 0) return
  const captured = JSON.stringify(events)
  await sql`
    insert into event_outbox (kind, project_id, count, bytes, rows)
    select 'events', ${projectId}, count(*), ${Buffer.byteLength(captured)}, jsonb_agg(jsonb_build_object(
      'uuid', captured.uuid, 'event', captured.event, 'distinct_id', captured."distinctId",
      'person_id', coalesce(named.person_id, 0), 'timestamp', event_micros(captured.timestamp),
      'properties', captured.properties))
    from json_to_recordset(${captured}::json)
      as captured (uuid uuid, event text, "distinctId" text, timestamp timestamptz, properties jsonb)
    left join person_distinct_ids as named
      on named.project_id = ${projectId} and named.distinct_id = captured."distinctId"`.execute(transaction)
}

/** Changes that are waiting for ClickHouse. */
export interface WaitingInOutbox {
  /** Number of events and changes to persons. */
  readonly rows: number
  /** Age of the oldest change, in seconds. */
  readonly seconds: number
}

export async function readWaitingInOutbox(db: Kysely<Database>): Promise<WaitingInOutbox> {
  const { rows } = await sql<WaitingInOutbox>`
    select coalesce(sum(count), 0)::double precision as rows,
      coalesce(extract(epoch from clock_timestamp() - (
        select created_at from event_outbox order by sequence limit 1)), 0)::double precision as seconds
    from event_outbox`.execute(db)
  return rows[0] ?? { rows: 0, seconds: 0 }
}

/**
 * The highest sequence number in the outbox; "0" if the outbox is empty. Everything that is waiting and was
 * committed before the call has at most this number.
 */
export async function lastOutboxSequence(db: Kysely<Database>): Promise<string> {
  const last = await db
    .selectFrom('event_outbox')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .executeTakeFirst()
  return last?.last ?? '0'
}

/** True if everything up to a sequence number has arrived in ClickHouse. */
export async function hasOutboxArrived(db: Kysely<Database>, sequence: string): Promise<boolean> {
  const left = db.selectFrom('event_outbox').where('sequence', '<=', sequence).select('sequence').limit(1)
  return (await left.executeTakeFirst()) === undefined
}
