import type { Feature } from '../feature/feature.ts'
import { inOrganizationOfTenant } from '../feature/handler-groups.ts'
import { pluginHandlers } from './handlers.ts'
import { pluginRepositoryJob } from './installed/repository.ts'
import { pluginUpdatesJob } from './installed/updates.ts'
import type { PluginParts } from './parts.ts'

export const plugins = {
  handlers: (parts: PluginParts) => inOrganizationOfTenant(pluginHandlers(parts)),
  jobs: (parts: PluginParts) => [pluginRepositoryJob(parts), pluginUpdatesJob(parts)],
} satisfies Feature
