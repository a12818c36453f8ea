import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { inTransaction } from '../../database/retry.ts'
import type { Database } from '../../database/schema.ts'
import { readWaitingInOutbox } from '../outbox/outbox.ts'
import { putPeopleIntoOutbox } from '../outbox/people.ts'
import type { CopiedEvent, HomeProgress } from '../tables.ts'

/**
 * Maximum number of events in one transaction, and approximate size, in bytes, of their properties in one
 * outbox row.
 */
const chunk = { events: 5000, bytes: 4 * 2 ** 20 }

export interface CopyOptions {
  /** Number of days during which a repeated event must be recognized. */
  readonly receiptDays: number
  /**
   * Maximum number of rows that wait in the outbox when more are added, and maximum number of rows added at
   * once.
   */
  readonly most: number
  /** Called with the number of events examined so far. */
  readonly tell: (passed: number) => void
}

/**
 * Sends to ClickHouse, through the outbox, all persons and all events that existed when copying began. Each
 * event is sent once, because the progress is committed with it. Events captured since then are not copied:
 * they have receipts, and are already in the outbox.
 */
export async function copyEventsOut(db: Kysely<Database>, options: CopyOptions): Promise<void> {
  const room = async () => {
    while ((await readWaitingInOutbox(db)).rows > options.most) await sleep(100)
  }
  const { progress } = await db.selectFrom('event_home').select('progress').executeTakeFirstOrThrow()
  if (progress.people !== true) {
    await putPeopleIntoOutbox(db, { most: options.most, room })
    await inTransaction(db, async (transaction) => {
      const taken = await takeProgress(transaction)
      if (taken !== undefined) await saveProgress(transaction, { ...taken, people: true })
    })
  }
  for (;;) {
    await room()
    const passed = await inTransaction(db, (transaction) => copySome(transaction, options))
    if (passed === undefined) return
    options.tell(passed)
  }
}

/** @returns the number of events examined so far; `undefined` if there are no more. */
async function copySome(
  transaction: Transaction<Database>,
  { receiptDays, most }: CopyOptions,
): Promise<number | undefined> {
  const size = Math.min(chunk.events, most)
  const progress = await takeProgress(transaction)
  if (progress === undefined) return undefined
  const { last = beforeAll(0), passed: before = 0 } = progress
  const next = transaction.selectFrom('projects').where('id', '>=', last.project_id).orderBy('id').limit(1)
  const project = await next.select('id').executeTakeFirst()
  if (project === undefined) return undefined
  const page = await copyPage(transaction, {
    after: project.id === last.project_id ? last : beforeAll(project.id),
    size,
    receiptDays,
  })
  const passed = before + page.events
  await saveProgress(transaction, {
    ...progress,
    passed,
    last: page.events < size ? beforeAll(project.id + 1) : page.last,
  })
  return passed
}

const beforeAll = (projectId: number): CopiedEvent => ({
  project_id: projectId,
  created_at: '-infinity',
  uuid: '00000000-0000-0000-0000-000000000000',
})

interface Page {
  readonly events: number
  readonly last: CopiedEvent
}

/** Copies a project's next events. */
async function copyPage(
  transaction: Transaction<Database>,
  {
    after,
    size,
    receiptDays,
  }: { readonly after: CopiedEvent; readonly size: number; readonly receiptDays: number },
): Promise<Page> {
  // Make a deletion of the project wait, so that it follows the project's events in the outbox.
  const locked = transaction.selectFrom('projects').where('id', '=', after.project_id).forKeyShare()
  await locked.select('id').execute()
  const { rows } = await sql<{ created_at: string; uuid: string; events: number }>`
    with next as materialized (
      select * from events
      where project_id = ${after.project_id}
        and (created_at, uuid) > (${after.created_at}::timestamptz, ${after.uuid}::uuid)
      order by created_at, uuid limit ${size}
    ), behind as materialized (
      select next.*, octet_length(properties::text) as bytes,
        sum(octet_length(properties::text)) over (order by created_at, uuid) / ${chunk.bytes}::integer as part
      from next
      where not exists (
        select from event_receipts as receipt
        where receipt.project_id = next.project_id and receipt.uuid = next.uuid)
    ), noted as (
      insert into event_receipts (project_id, uuid, created_at)
      select project_id, uuid, created_at from behind
      where created_at > now() - make_interval(days => ${receiptDays})
    ), put as (
      insert into event_outbox (kind, project_id, count, bytes, rows)
      select 'events', behind.project_id, count(*), sum(bytes), jsonb_agg(jsonb_build_object(
        'uuid', uuid, 'event', event, 'distinct_id', behind.distinct_id, 'person_id', coalesce(named.person_id, 0),
        'timestamp', event_micros(timestamp), 'created_at', event_micros(created_at), 'properties', properties))
      from behind
      left join person_distinct_ids as named
        on named.project_id = behind.project_id and named.distinct_id = behind.distinct_id
      group by behind.project_id, part order by part
    )
    select created_at::text, uuid, (select count(*)::integer from next) as events
    from next order by next.created_at desc, next.uuid desc limit 1`.execute(transaction)
  const [last] = rows
  if (last === undefined) return { events: 0, last: after }
  const { events, created_at, uuid } = last
  return { events, last: { project_id: after.project_id, created_at, uuid } }
}

/**
 * The progress of copying, locked against other processes; `undefined` if events are no longer being copied.
 */
async function takeProgress(transaction: Transaction<Database>): Promise<HomeProgress | undefined> {
  const { home, progress } = await transaction
    .selectFrom('event_home')
    .forUpdate()
    .select(['home', 'progress'])
    .executeTakeFirstOrThrow()
  return home === 'copying' ? progress : undefined
}

async function saveProgress(transaction: Transaction<Database>, progress: HomeProgress): Promise<void> {
  await transaction
    .updateTable('event_home')
    .set({ progress: JSON.stringify(progress) })
    .execute()
}
