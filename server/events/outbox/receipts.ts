import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { JobDefinition } from '../../jobs/jobs.ts'
import type { CapturedEvent } from '../captured-event.ts'
import type { EventJobParts } from '../parts.ts'

/**
 * Notes that events were accepted which are stored elsewhere.
 * @returns those that were not known, in their order.
 */
export async function insertReceipts(
  transaction: Transaction<Database>,
  { projectId, events }: { readonly projectId: number; readonly events: readonly CapturedEvent[] },
): Promise<readonly CapturedEvent[]> {
  const byUuid = new Map<string, CapturedEvent>()
  for (const event of events) if (!byUuid.has(event.uuid)) byUuid.set(event.uuid, event)
  // In the same order in every transaction, so that no two wait for each other at the unique index.
  const { rows } = await sql<{ uuid: string }>`
    insert into event_receipts (project_id, uuid)
    select ${projectId}, uuid from unnest(${[...byUuid.keys()]}::uuid[]) as uuid
    order by uuid
    on conflict (project_id, uuid) do nothing
    returning uuid`.execute(transaction)
  const fresh = new Set(rows.map(({ uuid }) => uuid))
  return [...byUuid.values()].filter(({ uuid }) => fresh.has(uuid))
}

/** Receipts that go in one transaction. */
const chunk = 20_000

/** The job that forgets receipts which are old: an event that comes again so late is stored again. */
export function forgetReceiptsJob({ db, receiptDays }: EventJobParts): JobDefinition {
  return {
    queue: 'forget-receipts',
    cron: { expression: '40 3 * * *' },
    run: async (_, { signal }) => await forgetReceipts(db, { days: receiptDays, signal }),
  }
}

export async function forgetReceipts(
  db: Kysely<Database>,
  { days, signal }: { readonly days: number; readonly signal?: AbortSignal },
): Promise<void> {
  for (let gone = chunk; gone === chunk; ) {
    signal?.throwIfAborted()
    const { numAffectedRows } = await sql`
      delete from event_receipts where (project_id, uuid) in (
        select project_id, uuid from event_receipts
        where created_at < now() - make_interval(days => ${days}) limit ${chunk})`.execute(db)
    gone = Number(numAffectedRows ?? 0)
  }
}
