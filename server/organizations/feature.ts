import type { Feature } from '../feature/feature.ts'
import type { Foundation } from '../feature/foundation.ts'
import { inOrganizationOfTenant } from '../feature/handler-groups.ts'
import { organizationHandlers, ownOrganizationsHandlers } from './handlers.ts'

export const organizations = {
  handlers: (parts: Foundation) => ({
    ...ownOrganizationsHandlers(parts),
    ...inOrganizationOfTenant(organizationHandlers(parts)),
  }),
} satisfies Feature
