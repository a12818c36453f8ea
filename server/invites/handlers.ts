import type { OrganizationHandlers } from '../feature/handler-groups.ts'
import type { Tenant } from '../tenancy/tenancy.ts'
import { pageEnvelope, pageSlice } from '../values/pagination.ts'
import type { InviteFields } from './invite-request.ts'
import { createInvites, deleteInvite, listInvites } from './invites.ts'
import type { InviteParts } from './parts.ts'

type InviteHandlers = OrganizationHandlers<'listInvites' | 'createInvite' | 'createInvites' | 'deleteInvite'>

/** The operations in section 4.4 of the interface document. */
export function inviteHandlers(service: InviteParts): InviteHandlers {
  const { db } = service
  /** Creates a single invite. */
  async function createInvite(tenant: Tenant, fields: InviteFields) {
    const requests = [{ fields, prefix: '' }]
    const [invite] = await createInvites(service, { tenant, requests })
    if (invite === undefined) throw new Error('The invite just created cannot be found.')
    return invite
  }
  return {
    async listInvites({ query }, { request, tenant }) {
      const slice = pageSlice(query)
      const page = await listInvites(db, { tenant, slice })
      return { status: 200, body: pageEnvelope(request, page, slice) }
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
