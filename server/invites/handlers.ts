import type { Handlers } from '../../generated/server.ts'
import type { KeyUser } from '../keys/keys.ts'
import { envelope, sliceOf } from '../pagination.ts'
import type { Service } from '../service.ts'
import type { InviteFields } from './invite-request.ts'
import { createInvites, deleteInvite, listInvites } from './invites.ts'

type InviteHandlers = Pick<
  Handlers<KeyUser>,
  'listInvites' | 'createInvite' | 'createInvites' | 'deleteInvite'
>

/** The operations of the interface document's section 4.4. */
export function inviteHandlers(service: Service): InviteHandlers {
  const { db, tenantOf } = service
  /** Answers one invite for one. */
  async function createInvite(request: Request, fields: InviteFields) {
    const requests = [{ fields, prefix: '' }]
    const [invite] = await createInvites(service, { tenant: tenantOf(request), requests })
    if (invite === undefined) throw new Error('An invite was made, and is not there.')
    return invite
  }
  return {
    async listInvites(_, { request }) {
      const page = await listInvites(db, { tenant: tenantOf(request), slice: sliceOf(request) })
      return { status: 200, body: envelope(request, page) }
    },
    async createInvite({ body }, { request }) {
      return { status: 201, body: await createInvite(request, body) }
    },
    async createInvites({ body }, { request }) {
      if (!Array.isArray(body)) return { status: 200, body: await createInvite(request, body) }
      const requests = body.map((fields, index) => ({ fields, prefix: `${index}__` }))
      return { status: 200, body: await createInvites(service, { tenant: tenantOf(request), requests }) }
    },
    async deleteInvite({ path: { id } }, { request }) {
      await deleteInvite(db, { tenant: tenantOf(request), id })
      return { status: 204 }
    },
  }
}
