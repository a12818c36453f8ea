import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { migrations } from '../database/migrations/all.ts'
import type { Database } from '../database/schema.ts'
import type { OutboxGauge } from '../events/outbox/gauge.ts'
import { jsonAnswer } from '../values/json-answer.ts'
import type { Page } from './pages.ts'

/** State of this process for the outside. */
export interface Health {
  /** Page for a process that is up: a restart for less makes an outage of the database worse. */
  readonly live: Page
  /**
   * Page that tells whether requests should be sent here: the database answers, has our tables, and we are
   * not stopping.
   */
  readonly ready: Page
  /** From now on the process is not ready. */
  stop(): void
}

/** Milliseconds after which a database that does not answer counts as lost; balancers wait little longer. */
const databasePatience = 2000

/** @param outbox reported as well, if there is one: a late ClickHouse is no reason to be passed over. */
export function createHealth(db: Kysely<Database>, outbox?: OutboxGauge): Health {
  let isStopping = false
  return {
    live: async () => jsonAnswer(200, { status: 'ok' }),
    async ready() {
      const reason = isStopping ? 'stopping' : await databaseProblem(db)
      if (reason === undefined) return jsonAnswer(200, { status: 'ok', ...(outbox && (await lagOf(outbox))) })
      return jsonAnswer(503, { status: 'unavailable', reason })
    },
    stop() {
      isStopping = true
    },
  }
}

async function lagOf(outbox: OutboxGauge): Promise<{ events_waiting: number; events_lag_seconds: number }> {
  const { rows, seconds } = await outbox.read()
  return { events_waiting: rows, events_lag_seconds: seconds }
}

type DatabaseProblem = 'database unreachable' | 'migrations missing'

async function databaseProblem(db: Kysely<Database>): Promise<DatabaseProblem | undefined> {
  const timer = new AbortController()
  const late = sleep(databasePatience, undefined, { signal: timer.signal, ref: false })
  const applied = sql<{ name: string }>`select name from kysely_migration`.execute(db)
  try {
    // The loser may still fail later, when nobody listens any more.
    late.catch(() => {})
    applied.catch(() => {})
    const answer = await Promise.race([applied, late])
    if (answer === undefined) return 'database unreachable'
    const names = new Set(answer.rows.map(({ name }) => name))
    return Object.keys(migrations).every((name) => names.has(name)) ? undefined : 'migrations missing'
  } catch {
    return 'database unreachable'
  } finally {
    timer.abort()
  }
}
