import type { Handlers } from '../../generated/server.ts'
import type { KeyUser } from '../keys/keys.ts'
import { envelope, sliceOf } from '../pagination.ts'
import type { Service } from '../service.ts'
import { findCurrentOrganization } from '../users/users.ts'
import { listProjects } from './projects.ts'

/** The operation of the interface document's section 5.4: the projects of the caller's current organization. */
export function projectHandlers({ db }: Service): Pick<Handlers<KeyUser>, 'listProjects'> {
  return {
    async listProjects(_, { request, principal }) {
      const organizationId = await findCurrentOrganization(db, principal.id)
      const page = await listProjects(db, { organizationId, caller: principal, slice: sliceOf(request) })
      return { status: 200, body: envelope(request, page) }
    },
  }
}
