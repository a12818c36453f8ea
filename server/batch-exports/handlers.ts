import type { Handlers } from '../../generated/server.ts'
import type { KeyUser } from '../keys/keys.ts'
import { envelope, sliceOf } from '../pagination.ts'
import type { Service } from '../service.ts'
import { backfillBatchExport } from './backfill.ts'
import {
  createBatchExport,
  deleteBatchExport,
  getBatchExport,
  listBatchExports,
  setPaused,
  updateBatchExport,
} from './batch-exports.ts'
import { exportsOf, findExport } from './export-rows.ts'
import { listRunLogs } from './run-log.ts'

type BatchExportHandlers = Pick<
  Handlers<KeyUser>,
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

/** Log entries a page, where a list of resources has more. */
const logLimit = 50

/** The operations of the interface document's section 4.2. */
export function batchExportHandlers(service: Service): BatchExportHandlers {
  const { db, tenantOf } = service
  return {
    async listBatchExports(_, { request }) {
      const page = await listBatchExports(db, { tenant: tenantOf(request), slice: sliceOf(request) })
      return { status: 200, body: envelope(request, page) }
    },
    async createBatchExport({ body }, { request }) {
      const tenant = tenantOf(request)
      return { status: 201, body: await createBatchExport(service, { tenant, fields: body }) }
    },
    async getBatchExport({ path: { id } }, { request }) {
      return { status: 200, body: await getBatchExport(db, { tenant: tenantOf(request), id }) }
    },
    async updateBatchExport({ path: { id }, body = {} }, { request }) {
      const tenant = tenantOf(request)
      return { status: 200, body: await updateBatchExport(service, { tenant, id, fields: body }) }
    },
    async deleteBatchExport({ path: { id } }, { request }) {
      await deleteBatchExport(db, { tenant: tenantOf(request), id })
      return { status: 204 }
    },
    async backfillBatchExport({ path: { id }, body: { start_at, end_at } }, { request }) {
      const tenant = tenantOf(request)
      return { status: 200, body: await backfillBatchExport(service, { tenant, id, start_at, end_at }) }
    },
    async listBatchExportLogs({ path: { id }, query: filter = {} }, { request }) {
      const tenant = tenantOf(request)
      const batchExport = await findExport(exportsOf(db, tenant).selectAll(), id)
      const page = await listRunLogs(db, batchExport, { filter, slice: sliceOf(request, logLimit) })
      return { status: 200, body: envelope(request, page, logLimit) }
    },
    async pauseBatchExport({ path: { id } }, { request }) {
      return { status: 200, body: await setPaused(db, { tenant: tenantOf(request), id, paused: true }) }
    },
    async unpauseBatchExport({ path: { id } }, { request }) {
      return { status: 200, body: await setPaused(db, { tenant: tenantOf(request), id, paused: false }) }
    },
  }
}
