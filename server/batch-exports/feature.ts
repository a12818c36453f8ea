import type { Feature } from '../feature/feature.ts'
import { inOrganization } from '../feature/handler-groups.ts'
import { batchExportHandlers } from './handlers.ts'
import type { ExportParts } from './parts.ts'
import { type ExportJobParts, turnJob } from './processes/turn-job.ts'
import { scheduleJob } from './runs/schedule.ts'

export const batchExports = {
  handlers: (parts: ExportParts) => inOrganization(batchExportHandlers(parts)),
  jobs: (parts: ExportJobParts) => [scheduleJob(parts), turnJob(parts)],
} satisfies Feature
