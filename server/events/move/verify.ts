import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Clickhouse } from '../clickhouse/client.ts'
import { changeEventHome, type HomeChange } from '../home.ts'
import { hasOutboxArrived, lastOutboxSequence } from '../outbox/outbox.ts'
import { MoveError } from './move-error.ts'
import type { MoveSubject } from './subjects.ts'
import {
  compareTallies,
  compareTalliesAgain,
  type Stores,
  type TallyDifference,
  talliedSpans,
} from './tallies.ts'

/**
 * Maximum number of repeated comparisons. Each comparison waits until everything captured before it has
 * arrived, so rows that are still being captured differ only if they keep changing.
 */
const looks = 3

/** Maximum number of buckets compared while captures wait. */
const mostOpen = 1000

/** Maximum number of differences listed in an error. */
const mostNamed = 10

/**
 * Time that captures wait for the outbox to become empty, in milliseconds: at first, and at most. It doubles
 * with each attempt.
 */
const drain = { first: 1000, most: 16_000 }

/**
 * Compares everything that both stores should contain, using counts and checksums.
 * @param tell receives the number of parts compared and the total.
 * @returns the differences, which can come from events captured in the meantime.
 * @throws MoveError if there are more differences than such events can explain.
 */
export async function verifyMove(
  stores: Stores,
  subjects: readonly MoveSubject[],
  tell: (done: number, total: number) => void,
): Promise<readonly TallyDifference[]> {
  const parts = []
  for (const subject of subjects)
    for (const span of await talliedSpans(stores, subject)) parts.push({ subject, span })
  let differences: readonly TallyDifference[] = []
  for (const [index, { subject, span }] of parts.entries()) {
    tell(index, parts.length)
    differences = [...differences, ...(await compareTallies(stores, subject, span))]
  }
  for (let look = 0; look < looks && differences.length > 0; look += 1) {
    await untilMovedEventsArrived(stores.db)
    differences = await compareTalliesAgain(stores, differences)
  }
  if (differences.length > mostOpen) throw differing(differences)
  return differences
}

/**
 * Makes the other store the home of events if it has all of them and no earlier difference remains. Captures
 * wait in the meantime.
 * @throws MoveError if differences remain.
 */
export async function switchEventHome(
  { db, clickhouse }: { readonly db: Kysely<Database>; readonly clickhouse: Clickhouse },
  change: HomeChange,
  differences: readonly TallyDifference[],
): Promise<void> {
  for (let patience = drain.first; ; patience = Math.min(2 * patience, drain.most)) {
    await untilMovedEventsArrived(db)
    const isChanged = await changeEventHome(db, change, async (transaction) => {
      if (!(await isDrained(transaction, patience))) return false
      const left = await compareTalliesAgain({ db: transaction, clickhouse }, differences)
      if (left.length > 0) throw differing(left)
      return true
    })
    const { home } = await db.selectFrom('event_home').select('home').executeTakeFirstOrThrow()
    if (isChanged || home !== change.from) return
  }
}

/** Waits until everything committed before the call has arrived in ClickHouse. */
export async function untilMovedEventsArrived(db: Kysely<Database>): Promise<void> {
  for (const last = await lastOutboxSequence(db); !(await hasOutboxArrived(db, last)); ) await sleep(100)
}

async function isDrained(transaction: Transaction<Database>, patience: number): Promise<boolean> {
  for (const until = Date.now() + patience; ; await sleep(20)) {
    if ((await lastOutboxSequence(transaction)) === '0') return true
    if (Date.now() > until) return false
  }
}

function differing(differences: readonly TallyDifference[]): MoveError {
  const lines = differences
    .slice(0, mostNamed)
    .map(
      ({ subject, projectId, bucket, postgres, clickhouse }) =>
        `  project ${projectId}, ${subject.name} ${subject.tell(bucket)}: ` +
        `row count ${postgres.rows} and checksum ${postgres.sum} in PostgreSQL, but row count ${clickhouse.rows} and checksum ${clickhouse.sum} in ClickHouse`,
    )
  const more = differences.length > mostNamed ? [`  and ${differences.length - mostNamed} more`] : []
  return new MoveError(
    [
      'PostgreSQL and ClickHouse differ:',
      ...lines,
      ...more,
      'Events stay where they were. Fix: move in the other direction to abandon this move, then start again.',
    ].join('\n'),
  )
}
