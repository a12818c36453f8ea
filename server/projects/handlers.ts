import type { Foundation } from '../feature/foundation.ts'
import type { CallerHandlers } from '../feature/handler-groups.ts'
import { findCurrentOrganizationOfUser } from '../users/users.ts'
import { pageEnvelope, pageSlice } from '../values/pagination.ts'
import { listProjects } from './projects.ts'

/**
 * The operation in section 5.4 of the interface document: the projects of the caller's current organization.
 */
export function projectHandlers({ db }: Foundation): CallerHandlers<'listProjects'> {
  return {
    async listProjects({ query }, { request, principal: { user: caller } }) {
      const organizationId = await findCurrentOrganizationOfUser(db, caller.id)
      const slice = pageSlice(query)
      const page = await listProjects(db, { organizationId, caller, slice })
      return { status: 200, body: pageEnvelope(request, page, slice) }
    },
  }
}
