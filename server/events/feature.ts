import type { Feature } from '../feature/feature.ts'
import { clearEventsJob } from './clear-events.ts'
import { forgetReceiptsJob } from './outbox/receipts.ts'
import type { EventJobParts } from './parts.ts'

export const events = {
  jobs: (parts: EventJobParts) => [clearEventsJob(parts), forgetReceiptsJob(parts)],
} satisfies Feature
