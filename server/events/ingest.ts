import { type Kysely, sql, type Transaction } from 'kysely'
import { inTransaction } from '../database/retry.ts'
import type { Database } from '../database/schema.ts'
import { createPeople } from '../persons/people.ts'
import { lockPeople, savePeople } from '../persons/people-store.ts'
import type { CapturedEvent } from './captured-event.ts'

/**
 * Stores events and changes persons by them, in their order. When it returns, all of that is durable.
 * An event that is stored already, by its UUID, does nothing.
 */
export async function ingest(
  db: Kysely<Database>,
  { projectId, events }: { projectId: number; events: readonly CapturedEvent[] },
): Promise<void> {
  if (events.length === 0) return
  await inTransaction(db, (transaction) => ingestWithin(transaction, { projectId, events }))
}

/** The same as a part of a transaction, which must be one that is retried. */
export async function ingestWithin(
  transaction: Transaction<Database>,
  { projectId, events }: { projectId: number; events: readonly CapturedEvent[] },
): Promise<void> {
  const fresh = await insertEvents(transaction, { projectId, events })
  const people = createPeople(await lockPeople({ transaction, projectId }, fresh))
  for (const event of fresh) people.apply(event)
  await savePeople({ transaction, projectId }, people.outcome())
}

/** @returns the events that were not there, in their order. */
async function insertEvents(
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
