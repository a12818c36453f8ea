import type { Handlers } from '../../generated/server.ts'
import type { KeyUser } from '../keys/keys.ts'
import { envelope, sliceOf } from '../pagination.ts'
import type { Service } from '../service.ts'
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from './organizations.ts'

type OrganizationHandlers = Pick<
  Handlers<KeyUser>,
  'listOrganizations' | 'createOrganization' | 'getOrganization' | 'updateOrganization' | 'deleteOrganization'
>

/** The operations of the interface document's section 4.1. */
export function organizationHandlers({ db, tenantOf }: Service): OrganizationHandlers {
  return {
    async listOrganizations(_, { request, principal: caller }) {
      const page = await listOrganizations(db, { caller, slice: sliceOf(request) })
      return { status: 200, body: envelope(request, page) }
    },
    async createOrganization({ body }, { principal: caller }) {
      return { status: 201, body: await createOrganization(db, { caller, fields: body }) }
    },
    async getOrganization(_, { request }) {
      return { status: 200, body: await getOrganization(db, tenantOf(request)) }
    },
    async updateOrganization({ body = {} }, { request }) {
      const organization = await updateOrganization(db, { tenant: tenantOf(request), fields: body })
      return { status: 200, body: organization }
    },
    async deleteOrganization(_, { request }) {
      await deleteOrganization(db, tenantOf(request))
      return { status: 204 }
    },
  }
}
