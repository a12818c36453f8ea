import type { OrganizationHandlers } from '../feature/handler-groups.ts'
import { pageEnvelope, pageSlice } from '../values/pagination.ts'
import { createDomain, deleteDomain, getDomain, listDomains, updateDomain, verifyDomain } from './domains.ts'
import type { DomainParts } from './parts.ts'

type DomainHandlers = OrganizationHandlers<
  'listDomains' | 'createDomain' | 'getDomain' | 'updateDomain' | 'deleteDomain' | 'verifyDomain'
>

/** The operations in section 4.3 of the interface document. */
export function domainHandlers({ db, resolver }: DomainParts): DomainHandlers {
  return {
    async listDomains({ query }, { request, tenant }) {
      const slice = pageSlice(query)
      const page = await listDomains(db, { tenant, slice })
      return { status: 200, body: pageEnvelope(request, page, slice) }
    },
    async createDomain({ body }, { tenant }) {
      return { status: 201, body: await createDomain(db, { tenant, fields: body }) }
    },
    async getDomain({ path: { id } }, { tenant }) {
      return { status: 200, body: await getDomain(db, { tenant, id }) }
    },
    async updateDomain({ path: { id }, body = {} }, { tenant }) {
      return { status: 200, body: await updateDomain(db, { tenant, id, fields: body }) }
    },
    async deleteDomain({ path: { id } }, { tenant }) {
      await deleteDomain(db, { tenant, id })
      return { status: 204 }
    },
    async verifyDomain({ path: { id } }, { tenant }) {
      return { status: 200, body: await verifyDomain(db, { tenant, id, resolver }) }
    },
  }
}
