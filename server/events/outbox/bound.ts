import type { OutboxGauge } from './gauge.ts'

/**
 * Limit for changes that wait for ClickHouse. Beyond this limit, events are rejected in order to protect
 * PostgreSQL's disk.
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
