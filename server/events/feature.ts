import type { Feature } from '../feature/feature.ts'
import { clearEventsJob } from './clear-events.ts'
import type { EventJobParts } from './parts.ts'

export const events = {
  jobs: (parts: EventJobParts) => [clearEventsJob(parts)],
} satisfies Feature
