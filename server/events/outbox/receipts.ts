import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { JobDefinition } from '../../jobs/jobs.ts'
import type { CapturedEvent } from '../captured-event.ts'
import type { EventJobParts } from '../parts.ts'

/** Records that events were accepted. They must not have been recorded before. */
export async function insertReceipts(
  transaction: Transaction<Database>,
  { projectId, events }: { readonly projectId: number; readonly events: readonly CapturedEvent[] },
): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into event_receipts (project_id, uuid)
    select ${projectId}, uuid from unnest(${events.map(({ uuid }) => uuid)}::uuid[]) as uuid
    order by uuid`.execute(transaction)
}

/** Number of receipts deleted in one transaction. */
const chunk = 20_000

/**
 * A job that deletes old receipts. An event that is repeated after its receipt was deleted is stored again.
 * All receipts are kept while events are being copied, because events that have a receipt need no copy.
 */
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
        where created_at < now() - make_interval(days => ${days})
          and exists (select from event_home where home <> 'copying')
        limit ${chunk})`.execute(db)
    gone = Number(numAffectedRows ?? 0)
  }
}
