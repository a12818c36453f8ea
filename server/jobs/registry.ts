import type { Foundation } from '../app/foundation.ts'
import type { Exporters } from '../batch-exports/processes/exporters.ts'
import { scheduleJob } from '../batch-exports/runs/schedule.ts'
import { turnJob } from '../batch-exports/runs/turn-job.ts'
import { clearEventsJob } from '../events/clear-events.ts'
import { inviteEmailJob } from '../invites/invite-email.ts'
import { joinedEmailJob } from '../members/joined-email.ts'
import { pluginRepositoryJob } from '../plugins/repository.ts'
import { pluginUpdatesJob } from '../plugins/updates.ts'
import type { JobDefinition } from './jobs.ts'

/** The jobs of every module. */
export const jobDefinitions = (foundation: Foundation, exporters: Exporters): readonly JobDefinition[] => [
  inviteEmailJob(foundation),
  joinedEmailJob(foundation),
  clearEventsJob(foundation),
  scheduleJob(foundation),
  turnJob(foundation, exporters),
  pluginRepositoryJob(foundation),
  pluginUpdatesJob(foundation),
]
