import type { Feature } from '../feature/feature.ts'
import { inOrganizationOfTenant } from '../feature/handler-groups.ts'
import { domainHandlers } from './handlers.ts'
import type { DomainParts } from './parts.ts'

export const domains = {
  handlers: (parts: DomainParts) => inOrganizationOfTenant(domainHandlers(parts)),
} satisfies Feature
