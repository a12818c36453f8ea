import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Log } from '../../observability/log.ts'
import { readWaitingInOutbox, type WaitingInOutbox } from './outbox.ts'

/** A recent count of the changes that wait for ClickHouse. */
export interface OutboxGauge {
  read(): Promise<WaitingInOutbox>
}

/**
 * Time for which a count is valid, in milliseconds. The count is needed for every captured event, and
 * counting a full outbox takes a while.
 */
const fresh = 1000

/** Creates a gauge that repeats its last count if the outbox cannot be counted. */
export function createOutboxGauge(db: Kysely<Database>, log: Log): OutboxGauge {
  let last: WaitingInOutbox = { rows: 0, seconds: 0 }
  let until = 0
  let looking: Promise<WaitingInOutbox> | undefined

  async function look(): Promise<WaitingInOutbox> {
    try {
      last = await readWaitingInOutbox(db)
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
