import type { Feature } from '../feature/feature.ts'
import type { Foundation } from '../feature/foundation.ts'
import { inOrganizationOfTenant } from '../feature/handler-groups.ts'
import { memberHandlers } from './handlers.ts'
import { joinedEmailJob } from './joined-email.ts'

export const members = {
  handlers: (parts: Foundation) => inOrganizationOfTenant(memberHandlers(parts)),
  jobs: (parts: Foundation) => [joinedEmailJob(parts)],
} satisfies Feature
