import type { Handlers } from '../../generated/server.ts'
import type { KeyUser } from '../keys/keys.ts'
import { envelope, sliceOf } from '../pagination.ts'
import type { Service } from '../service.ts'
import { deleteMember, listMembers, updateMember } from './members.ts'

type MemberHandlers = Pick<Handlers<KeyUser>, 'listMembers' | 'updateMember' | 'deleteMember'>

/** The operations of the interface document's section 4.5. */
export function memberHandlers({ db, tenantOf }: Service): MemberHandlers {
  return {
    async listMembers(_, { request }) {
      const page = await listMembers(db, { tenant: tenantOf(request), slice: sliceOf(request) })
      return { status: 200, body: envelope(request, page) }
    },
    async updateMember({ path, body }, { request }) {
      const change = { tenant: tenantOf(request), userUuid: path.user__uuid, level: body?.level }
      return { status: 200, body: await updateMember(db, change) }
    },
    async deleteMember({ path }, { request }) {
      await deleteMember(db, { tenant: tenantOf(request), userUuid: path.user__uuid })
      return { status: 204 }
    },
  }
}
