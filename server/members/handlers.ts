import type { Foundation } from '../feature/foundation.ts'
import type { OrganizationHandlers } from '../feature/handler-groups.ts'
import { pageEnvelope, pageSlice } from '../values/pagination.ts'
import { deleteMember, listMembers, updateMember } from './members.ts'

type MemberHandlers = OrganizationHandlers<'listMembers' | 'updateMember' | 'deleteMember'>

/** The operations in section 4.5 of the interface document. */
export function memberHandlers({ db }: Foundation): MemberHandlers {
  return {
    async listMembers({ query }, { request, tenant }) {
      const slice = pageSlice(query)
      const page = await listMembers(db, { tenant, slice })
      return { status: 200, body: pageEnvelope(request, page, slice) }
    },
    async updateMember({ path, body }, { tenant }) {
      const change = { tenant, userUuid: path.user__uuid, level: body?.level }
      return { status: 200, body: await updateMember(db, change) }
    },
    async deleteMember({ path }, { tenant }) {
      await deleteMember(db, { tenant, userUuid: path.user__uuid })
      return { status: 204 }
    },
  }
}
