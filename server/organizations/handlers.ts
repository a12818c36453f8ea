import type { Foundation } from '../feature/foundation.ts'
import type { CallerHandlers, OrganizationHandlers } from '../feature/handler-groups.ts'
import { pageEnvelope, pageSlice } from '../values/pagination.ts'
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from './organizations.ts'

/**
 * The operations in section 4.1 of the interface document that concern the collection: the caller's
 * organizations.
 */
export function ownOrganizationsHandlers({
  db,
}: Foundation): CallerHandlers<'listOrganizations' | 'createOrganization'> {
  return {
    async listOrganizations({ query }, { request, principal: { user: caller } }) {
      const slice = pageSlice(query)
      const page = await listOrganizations(db, { caller, slice })
      return { status: 200, body: pageEnvelope(request, page, slice) }
    },
    async createOrganization({ body }, { principal: { user: caller } }) {
      return { status: 201, body: await createOrganization(db, { caller, fields: body }) }
    },
  }
}

/** Operations on one organization. */
export function organizationHandlers({
  db,
}: Foundation): OrganizationHandlers<'getOrganization' | 'updateOrganization' | 'deleteOrganization'> {
  return {
    async getOrganization(_, { tenant }) {
      return { status: 200, body: await getOrganization(db, tenant) }
    },
    async updateOrganization({ body = {} }, { tenant }) {
      return { status: 200, body: await updateOrganization(db, { tenant, fields: body }) }
    },
    async deleteOrganization(_, { tenant }) {
      await deleteOrganization(db, tenant)
      return { status: 204 }
    },
  }
}
