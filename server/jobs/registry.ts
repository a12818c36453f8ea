import { runJob } from '../batch-exports/runs/attempt.ts'
import { scheduleJob } from '../batch-exports/runs/schedule.ts'
import { clearEventsJob } from '../events/clear-events.ts'
import { inviteEmailJob } from '../invites/invite-email.ts'
import { joinedEmailJob } from '../members/joined-email.ts'
import { pluginRepositoryJob } from '../plugins/repository.ts'
import { pluginUpdatesJob } from '../plugins/updates.ts'
import type { Foundation } from '../service.ts'
import type { JobDefinition } from './jobs.ts'

/** The jobs of every module. */
export const jobDefinitions = (foundation: Foundation): readonly JobDefinition[] => [
  inviteEmailJob(foundation),
  joinedEmailJob(foundation),
  clearEventsJob(foundation),
  scheduleJob(foundation),
  runJob(foundation),
  pluginRepositoryJob(foundation),
  pluginUpdatesJob(foundation),
]
