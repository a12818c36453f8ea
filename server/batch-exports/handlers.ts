import type { OrganizationHandlers } from '../feature/handler-groups.ts'
import { assertLevel, type Tenant } from '../tenancy/tenancy.ts'
import { pageEnvelope, pageSlice } from '../values/pagination.ts'
import {
  createBatchExport,
  deleteBatchExport,
  getBatchExport,
  listBatchExports,
  pauseBatchExport,
  unpauseBatchExport,
  updateBatchExport,
} from './batch-exports.ts'
import type { ExportParts } from './parts.ts'
import { backfillBatchExport } from './runs/backfill.ts'
import { listExportRunLogs } from './runs/run-log.ts'
import { exportsOfTenant, findBatchExport } from './stored/export-rows.ts'

type BatchExportHandlers = OrganizationHandlers<
  | 'listBatchExports'
  | 'createBatchExport'
  | 'getBatchExport'
  | 'updateBatchExport'
  | 'deleteBatchExport'
  | 'backfillBatchExport'
  | 'listBatchExportLogs'
  | 'pauseBatchExport'
  | 'unpauseBatchExport'
>

/** The operations in section 4.2 of the interface document. */
export function batchExportHandlers(service: ExportParts): BatchExportHandlers {
  const { db } = service
  const assertMayWrite = (tenant: Tenant) => assertLevel(tenant, service.exports.writeLevel)
  return {
    async listBatchExports({ query }, { request, tenant }) {
      const slice = pageSlice(query)
      const page = await listBatchExports(db, { tenant, slice })
      return { status: 200, body: pageEnvelope(request, page, slice) }
    },
    async createBatchExport({ body }, { tenant }) {
      assertMayWrite(tenant)
      return { status: 201, body: await createBatchExport(service, { tenant, fields: body }) }
    },
    async getBatchExport({ path: { id } }, { tenant }) {
      return { status: 200, body: await getBatchExport(db, { tenant, id }) }
    },
    async updateBatchExport({ path: { id }, body = {} }, { tenant }) {
      assertMayWrite(tenant)
      return { status: 200, body: await updateBatchExport(service, { tenant, id, fields: body }) }
    },
    async deleteBatchExport({ path: { id } }, { tenant }) {
      assertMayWrite(tenant)
      await deleteBatchExport(db, { tenant, id })
      return { status: 204 }
    },
    async backfillBatchExport({ path: { id }, body: { start_at, end_at } }, { tenant }) {
      assertMayWrite(tenant)
      return { status: 200, body: await backfillBatchExport(service, { tenant, id, start_at, end_at }) }
    },
    async listBatchExportLogs({ path: { id }, query: filter }, { request, tenant }) {
      const batchExport = await findBatchExport(exportsOfTenant(db, tenant).selectAll(), id)
      const slice = pageSlice(filter)
      const page = await listExportRunLogs(db, batchExport, { filter, slice })
      return { status: 200, body: pageEnvelope(request, page, slice) }
    },
    async pauseBatchExport({ path: { id } }, { tenant }) {
      assertMayWrite(tenant)
      return { status: 200, body: await pauseBatchExport(db, { tenant, id }) }
    },
    async unpauseBatchExport({ path: { id }, body: { backfill = false } = {} }, { tenant }) {
      assertMayWrite(tenant)
      return { status: 200, body: await unpauseBatchExport(db, { tenant, id, backfill }) }
    },
  }
}
