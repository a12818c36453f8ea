import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { migrations } from '../database/migrations/all.ts'
import type { Database } from '../database/schema.ts'
import type { OutboxGauge } from '../events/outbox/gauge.ts'
import { jsonAnswer } from '../values/json-answer.ts'
import type { ServedPage } from './pages.ts'

/** This process's state, for load balancers and similar clients. */
export interface Health {
  /**
   * Responds as long as the process is running, whatever the database's state, because restarting the process
   * would make a database outage worse.
   */
  readonly live: ServedPage
  /**
   * Reports whether this process should receive requests: the database responds and has the service's tables,
   * and the process is not stopping.
   */
  readonly ready: ServedPage
  /** Makes the process permanently not ready. */
  stop(): void
}

/**
 * Time after which an unresponsive database counts as lost, in milliseconds; load balancers do not wait much
 * longer.
 */
const databasePatience = 2000

/**
 * @param outbox also reported, if present. Changes that wait for ClickHouse do not make the process unready.
 */
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
    // Whichever promise loses the race can still fail later, when nothing handles it.
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
