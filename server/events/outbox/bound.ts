import type { OutboxGauge } from './gauge.ts'

/** How much may wait for ClickHouse. Beyond that, events are refused rather than fill the disk of PostgreSQL. */
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
