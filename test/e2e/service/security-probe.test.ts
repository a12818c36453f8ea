import { it } from 'vitest'
import { document } from '../../../generated/operations.ts'
import { startTestService } from './harness.ts'
import { initOf, queryText, sampleRequest } from './sample-requests.ts'
import { fillTenant } from './tenant-items.ts'
import { rowsOf } from './tenant-rows.ts'
it('x', async () => {
  const service = await startTestService({ ROLE: 'web' })
  let t = Date.now()
  for (const op of document.operations) {
    const tenant = await fillTenant(service)
    const before = await rowsOf(service, tenant)
    const r = sampleRequest(op)
    const p = tenant.fill(op.path) + queryText(r.query)
    const a = await tenant.owner.api.send<any>(p, initOf(op, r)).catch((e) => ({ status: 0, body: String(e) }))
    const after = await rowsOf(service, tenant)
    const changed = JSON.stringify(before) !== JSON.stringify(after)
    console.log(op.operationId, op.method, a.status, changed ? 'WROTE' : '', JSON.stringify(a.body ?? null).includes(tenant.secret) ? 'SECRET' : '', a.status >= 300 ? JSON.stringify(a.body) : '', Date.now() - t)
    t = Date.now()
  }
  await service.stop()
})
