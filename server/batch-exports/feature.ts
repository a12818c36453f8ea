import type { Feature } from '../feature/feature.ts'
import { inOrganizationOfTenant } from '../feature/handler-groups.ts'
import { batchExportHandlers } from './handlers.ts'
import type { ExportParts } from './parts.ts'
import { type ExportJobParts, exportTurnJob } from './processes/turn-job.ts'
import { exportScheduleJob } from './runs/schedule.ts'

export const batchExports = {
  handlers: (parts: ExportParts) => inOrganizationOfTenant(batchExportHandlers(parts)),
  jobs: (parts: ExportJobParts) => [exportScheduleJob(parts), exportTurnJob(parts)],
} satisfies Feature
