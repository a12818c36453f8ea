import type { Kysely, Transaction } from 'kysely'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import type { CapturedEvent } from '../../events/captured-event.ts'
import { putIntoOutbox } from '../../events/outbox/outbox.ts'
import { storeFresh } from '../../events/postgres/store-fresh.ts'
import { type LeftOut, leftOutOf, tellLeftOut } from './left-out.ts'
import { partsOf } from './parts.ts'
import { createPeople } from './people.ts'
import { lockPeople, readPeople, savePeople } from './people-store.ts'

/**
 * Stores events and applies them to persons, in order. When it returns, everything is durable. An event with
 * an already stored UUID has no effect.
 */
export async function ingest(
  db: Kysely<Database>,
  { projectId, events }: { projectId: number; events: readonly CapturedEvent[] },
): Promise<void> {
  if (events.length === 0) return
  await inTransaction(db, async (transaction) => {
    await tellLeftOut(transaction, {
      projectId,
      leftOut: await ingestWithin(transaction, { projectId, events }),
    })
  })
}

/**
 * The same within a transaction, which must be one that is retried.
 * @returns the properties and ids for which persons had no room.
 */
export async function ingestWithin(
  transaction: Transaction<Database>,
  { projectId, events }: { projectId: number; events: readonly CapturedEvent[] },
): Promise<readonly LeftOut[]> {
  const inProject = { transaction, projectId }
  const { home, fresh } = await storeFresh(transaction, { projectId, events })
  const locked = await lockPeople(inProject, fresh)
  const leftOut: LeftOut[] = []
  for (const part of await partsOf(inProject, fresh)) {
    const people = createPeople(await readPeople(inProject, { events: part, locked }))
    for (const event of part) people.apply(event)
    for (const id of await savePeople(inProject, people.outcome())) locked.add(id)
    leftOut.push(...leftOutOf(people.full()))
  }
  if (home !== 'postgres') await putIntoOutbox(transaction, { projectId, events: fresh })
  return leftOut
}
