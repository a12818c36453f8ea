import type { Feature } from '../feature/feature.ts'
import { inOrganizationOfTenant } from '../feature/handler-groups.ts'
import { inviteHandlers } from './handlers.ts'
import { inviteEmailJob } from './invite-email.ts'
import type { InviteParts } from './parts.ts'

export const invites = {
  handlers: (parts: InviteParts) => inOrganizationOfTenant(inviteHandlers(parts)),
  jobs: (parts: InviteParts) => [inviteEmailJob(parts)],
} satisfies Feature
