import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Log } from '../../observability/log.ts'
import type { Clickhouse } from '../clickhouse/client.ts'
import { ensureClickhouseTables, filledClickhouseTable } from '../clickhouse/tables.ts'
import { changeEventHome } from '../home.ts'
import { startShipper } from '../outbox/shipper.ts'
import type { EventHome } from '../tables.ts'
import { copyEventsBack } from './copy-back.ts'
import { copyEventsOut } from './copy-out.ts'
import { dropEventsLeft } from './drop-left.ts'
import { MoveError } from './move-error.ts'
import { eventSubject, moveSubjects } from './subjects.ts'
import { switchEventHome, untilMovedEventsArrived, verifyMove } from './verify.ts'

export interface MoveParts {
  readonly db: Kysely<Database>
  readonly clickhouse: Clickhouse
  readonly log: Log
  /** Maximum number of rows that can be waiting in the outbox before captured events are rejected. */
  readonly outboxEvents: number
  readonly receiptDays: number
  readonly tell: (progress: MoveProgress) => void
}

/** Progress of one step in a move. */
export interface MoveProgress {
  readonly step: string
  readonly done: number
  readonly total: number
}

/** A store as the destination of a move. */
export type MoveDestination = Extract<EventHome, 'postgres' | 'clickhouse'>

type Step = (parts: MoveParts) => Promise<unknown>

/**
 * The next step of a move to each destination, by the current home. A move to the other store abandons the
 * current move.
 */
const steps: Readonly<Record<MoveDestination, Readonly<Partial<Record<EventHome, Step>>>>> = {
  clickhouse: {
    postgres: beginCopying,
    copying: finishCopying,
    returning: ({ db }) =>
      changeEventHome(db, { from: 'returning', to: 'clickhouse', progress: { left: 'postgres' } }),
  },
  postgres: {
    clickhouse: ({ db }) => changeEventHome(db, { from: 'clickhouse', to: 'returning' }),
    returning: finishReturning,
    copying: ({ db }) =>
      changeEventHome(db, { from: 'copying', to: 'postgres', progress: { left: 'clickhouse' } }),
  },
}

/**
 * Maximum number of copied rows in the outbox. They fill a few blocks, so that ClickHouse never has to wait.
 */
const mostWaiting = 100_000

/** Lock held by the process that moves events. */
const moving = 7_305_116

/**
 * Moves all events while the service is running. If it is interrupted, it continues from the same point the
 * next time.
 * @throws MoveError if another process is already moving them, if ClickHouse contains other rows, or if the
 * copy differs.
 */
export async function moveEvents(parts: MoveParts, to: MoveDestination): Promise<void> {
  const { db, clickhouse, log } = parts
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${moving}) as taken`.execute(
      connection,
    )
    if (rows[0]?.taken !== true) throw new MoveError('Another process is already moving events.')
    // Perhaps no process of the service is running, so this one ships events too.
    const shipper = startShipper({ db, clickhouse, log })
    try {
      await moveInSteps(parts, to)
    } finally {
      await shipper.stop()
      await sql`select pg_advisory_unlock(${moving})`.execute(connection)
    }
  })
}

async function moveInSteps(parts: MoveParts, to: MoveDestination): Promise<void> {
  for (;;) {
    const { home, progress } = await parts.db
      .selectFrom('event_home')
      .select(['home', 'progress'])
      .executeTakeFirstOrThrow()
    if (progress.left !== undefined) {
      const step = `waiting for transactions to end before deleting the events left in ${progress.left === 'postgres' ? 'PostgreSQL' : 'ClickHouse'}`
      let total = 0
      await dropEventsLeft(parts, progress.left, (readers) => {
        total = Math.max(total, readers)
        parts.tell({ step, done: total - readers, total })
      })
      continue
    }
    const next = steps[to][home]
    if (next === undefined) return
    await next(parts)
  }
}

async function beginCopying({ db, clickhouse }: MoveParts): Promise<void> {
  await ensureClickhouseTables(clickhouse)
  const filled = await filledClickhouseTable(clickhouse)
  if (filled !== undefined)
    throw new MoveError(
      `The table "${filled}" in the ClickHouse database "${clickhouse.database}" already has rows. ` +
        'Fix: set CLICKHOUSE_DATABASE to an empty database, or empty this one.',
    )
  await changeEventHome(db, { from: 'postgres', to: 'copying' })
}

async function finishCopying(parts: MoveParts): Promise<void> {
  const { db, outboxEvents, receiptDays, tell } = parts
  const { rows } = await sql<{
    total: number
  }>`select count(*)::double precision as total from events`.execute(db)
  const { total = 0 } = rows[0] ?? {}
  const step = 'copying events'
  await copyEventsOut(db, {
    receiptDays,
    most: Math.min(mostWaiting, Math.floor(outboxEvents / 2)),
    tell: (passed) => tell({ step, done: Math.min(passed, total), total }),
  })
  tell({ step: 'waiting for ClickHouse', done: 0, total: 1 })
  await untilMovedEventsArrived(db)
  const differences = await verifyMove(parts, moveSubjects, (done, total) =>
    tell({ step: 'verifying', done, total }),
  )
  await switchEventHome(
    parts,
    { from: 'copying', to: 'clickhouse', progress: { left: 'postgres' } },
    differences,
  )
}

async function finishReturning(parts: MoveParts): Promise<void> {
  const { db, clickhouse, tell } = parts
  tell({ step: 'waiting for ClickHouse', done: 0, total: 1 })
  await untilMovedEventsArrived(db)
  const counted = await clickhouse.query({
    query: 'select toString(count()) as total from events final',
    format: 'JSONEachRow',
  })
  const [{ total } = { total: '0' }] = await counted.json<{ total: string }>()
  const step = 'copying events'
  await copyEventsBack(parts, (passed) =>
    tell({ step, done: Math.min(passed, Number(total)), total: Number(total) }),
  )
  const differences = await verifyMove(parts, [eventSubject], (done, total) =>
    tell({ step: 'verifying', done, total }),
  )
  await switchEventHome(
    parts,
    { from: 'returning', to: 'postgres', progress: { left: 'clickhouse' } },
    differences,
  )
}
