import type { OutboxGauge } from './gauge.ts'

/**
 * Limit of the changes that may wait for ClickHouse. Beyond it, events are refused rather than fill the disk
 * of PostgreSQL.
 */
export interface OutboxBound {
  isReached(): Promise<boolean>
}

export function createOutboxBound(outbox: OutboxGauge, most: number): OutboxBound {
  return {
    async isReached() {
      return (await outbox.read()).rows > most
    },
  }
}
