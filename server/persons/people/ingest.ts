import type { Kysely, Transaction } from 'kysely'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import type { CapturedEvent } from '../../events/captured-event.ts'
import { putIntoOutbox } from '../../events/outbox/outbox.ts'
import { storeFreshEvents } from '../../events/postgres/store-fresh.ts'
import { type LeftOut, leftOutOfPersons, tellLeftOutOfPersons } from './left-out.ts'
import { partsOfEvents } from './parts.ts'
import { createPeople } from './people.ts'
import { changesPerson, lockPeople, readStoredPeople, savePeople } from './people-store.ts'

/**
 * Stores events and applies them to persons, in order. When it returns, everything is durable. An event whose
 * UUID is already stored has no effect.
 */
export async function ingestEvents(
  db: Kysely<Database>,
  { projectId, events }: { projectId: number; events: readonly CapturedEvent[] },
): Promise<void> {
  if (events.length === 0) return
  await inTransaction(db, async (transaction) => {
    await tellLeftOutOfPersons(transaction, {
      projectId,
      leftOut: await ingestEventsWithin(transaction, { projectId, events }),
    })
  })
}

/**
 * Like `ingestEvents`, but within the caller's transaction, which must be repeated after a conflict.
 * @returns the properties and ids for which persons had no room.
 */
export async function ingestEventsWithin(
  transaction: Transaction<Database>,
  { projectId, events }: { projectId: number; events: readonly CapturedEvent[] },
): Promise<readonly LeftOut[]> {
  const inProject = { transaction, projectId }
  const { home, fresh } = await storeFreshEvents(transaction, { projectId, events })
  const changing = new Set(fresh.filter(changesPerson))
  const locked = await lockPeople(inProject, changing)
  const leftOut: LeftOut[] = []
  for (const part of await partsOfEvents(inProject, { events: fresh, changing })) {
    const people = createPeople(await readStoredPeople(inProject, { events: part, changing, locked }))
    for (const event of part) people.apply(event)
    for (const id of await savePeople(inProject, people.outcome())) locked.add(id)
    leftOut.push(...leftOutOfPersons(people.full()))
  }
  if (home !== 'postgres') await putIntoOutbox(transaction, { projectId, events: fresh })
  return leftOut
}
