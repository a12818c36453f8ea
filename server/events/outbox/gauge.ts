import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Log } from '../../observability/log.ts'
import { readWaiting, type Waiting } from './outbox.ts'

/** What ClickHouse has yet to learn, as it was a moment ago. */
export interface OutboxGauge {
  read(): Promise<Waiting>
}

/** Milliseconds for which one look counts: every captured event asks, and a full outbox takes a while to count. */
const fresh = 1000

/** What could not be counted is told as it was before. */
export function createOutboxGauge(db: Kysely<Database>, log: Log): OutboxGauge {
  let last: Waiting = { rows: 0, seconds: 0 }
  let until = 0
  let looking: Promise<Waiting> | undefined

  async function look(): Promise<Waiting> {
    try {
      last = await readWaiting(db)
    } catch (error) {
      log.warn('outbox not counted', { error: String(error) })
    }
    until = Date.now() + fresh
    looking = undefined
    return last
  }

  return {
    async read() {
      if (Date.now() < until) return last
      looking ??= look()
      return await looking
    },
  }
}
