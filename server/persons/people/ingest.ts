import type { Kysely, Transaction } from 'kysely'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import type { CapturedEvent } from '../../events/captured-event.ts'
import { putIntoOutbox } from '../../events/outbox/outbox.ts'
import { storeFresh } from '../../events/postgres/store-fresh.ts'
import { createPeople } from './people.ts'
import { lockPeople, savePeople } from './people-store.ts'

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
  const { home, fresh } = await storeFresh(transaction, { projectId, events })
  const people = createPeople(await lockPeople({ transaction, projectId }, fresh))
  for (const event of fresh) people.apply(event)
  await savePeople({ transaction, projectId }, people.outcome())
  if (home !== 'postgres') await putIntoOutbox(transaction, { projectId, events: fresh })
}
