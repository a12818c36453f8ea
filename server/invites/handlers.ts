import type { OrganizationHandlers } from '../handler-groups.ts'
import { envelope, sliceOf } from '../pagination.ts'
import type { Foundation } from '../service.ts'
import type { Tenant } from '../tenancy.ts'
import type { InviteFields } from './invite-request.ts'
import { createInvites, deleteInvite, listInvites } from './invites.ts'

type InviteHandlers = OrganizationHandlers<'listInvites' | 'createInvite' | 'createInvites' | 'deleteInvite'>

/** The operations of the interface document's section 4.4. */
export function inviteHandlers(service: Foundation): InviteHandlers {
  const { db } = service
  /** Answers one invite for one. */
  async function createInvite(tenant: Tenant, fields: InviteFields) {
    const requests = [{ fields, prefix: '' }]
    const [invite] = await createInvites(service, { tenant, requests })
    if (invite === undefined) throw new Error('An invite was made, and is not there.')
    return invite
  }
  return {
    async listInvites({ query }, { request, tenant }) {
      const slice = sliceOf(query)
      const page = await listInvites(db, { tenant, slice })
      return { status: 200, body: envelope(request, page, slice) }
    },
    async createInvite({ body }, { tenant }) {
      return { status: 201, body: await createInvite(tenant, body) }
    },
    async createInvites({ body }, { tenant }) {
      if (!Array.isArray(body)) return { status: 200, body: await createInvite(tenant, body) }
      const requests = body.map((fields, index) => ({ fields, prefix: `${index}__` }))
      return { status: 200, body: await createInvites(service, { tenant, requests }) }
    },
    async deleteInvite({ path: { id } }, { tenant }) {
      await deleteInvite(db, { tenant, id })
      return { status: 204 }
    },
  }
}
