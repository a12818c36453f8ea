import type { Handlers } from '../../generated/server.ts'
import type { KeyUser } from '../keys/keys.ts'
import { envelope, sliceOf } from '../pagination.ts'
import type { Service } from '../service.ts'
import { createDomain, deleteDomain, getDomain, listDomains, updateDomain, verifyDomain } from './domains.ts'

type DomainHandlers = Pick<
  Handlers<KeyUser>,
  'listDomains' | 'createDomain' | 'getDomain' | 'updateDomain' | 'deleteDomain' | 'verifyDomain'
>

/** The operations of the interface document's section 4.3. */
export function domainHandlers({ db, tenantOf, resolver }: Service): DomainHandlers {
  return {
    async listDomains(_, { request }) {
      const page = await listDomains(db, { tenant: tenantOf(request), slice: sliceOf(request) })
      return { status: 200, body: envelope(request, page) }
    },
    async createDomain({ body }, { request }) {
      return { status: 201, body: await createDomain(db, { tenant: tenantOf(request), fields: body }) }
    },
    async getDomain({ path: { id } }, { request }) {
      return { status: 200, body: await getDomain(db, { tenant: tenantOf(request), id }) }
    },
    async updateDomain({ path: { id }, body = {} }, { request }) {
      return { status: 200, body: await updateDomain(db, { tenant: tenantOf(request), id, fields: body }) }
    },
    async deleteDomain({ path: { id } }, { request }) {
      await deleteDomain(db, { tenant: tenantOf(request), id })
      return { status: 204 }
    },
    async verifyDomain({ path: { id } }, { request }) {
      return { status: 200, body: await verifyDomain(db, { tenant: tenantOf(request), id, resolver }) }
    },
  }
}
