import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CreateBatchExportWrite } from '../../../generated/types.ts'
import { addEvents, exportHour, makeExport } from './export-fixtures.ts'
import { denied, levelTooLow, startTestService, type TestService } from './harness.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'concordat-choices-'))
let service: TestService
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  service = await startTestService({
    EXPORT_FOLDER: folder,
    BATCH_EXPORT_LEVEL: 'administrator',
    METRICS_PORT: String(metricsPort),
  })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}

it('/metrics is answered at a port of its own, and nothing else there', async () => {
  const own = `http://127.0.0.1:${metricsPort}`
  expect(await (await fetch(`${own}/metrics`)).text()).toContain('concordat_requests_total')
  expect((await fetch(`${own}/api/organizations`)).status).toBe(404)
  for (const address of ['/metrics', '/x/%2e%2e/metrics', '/x/../metrics'])
    expect((await fetch(service.url + address)).status, address).not.toBe(200)
})

it('a member below the level that may export reads exports, and writes none', async () => {
  const tenant = await service.makeTenant()
  const path = { organization_id: tenant.id }
  const body: CreateBatchExportWrite = {
    name: 'Own',
    interval: 'hour',
    destination: { type: 'NoOp', config: {} },
  }
  const [member, administrator] = [
    await service.makePerson({ organizationId: tenant.id, level: 1 }),
    await service.makePerson({ organizationId: tenant.id, level: 8 }),
  ]
  const { batchExports: exports } = member.client
  expect(await exports.listBatchExports({ path })).toMatchObject({ count: 0 })
  const { id } = await administrator.client.batchExports.createBatchExport({ path, body })
  const own = { ...path, id }
  for (const refused of [
    await exports.createBatchExport.result({ path, body }),
    await exports.updateBatchExport.result({ path: own, body: { name: 'Other' } }),
    await exports.pauseBatchExport.result({ path: own }),
    await exports.deleteBatchExport.result({ path: own }),
  ])
    expect(refused).toMatchObject({ status: 403, body: denied(levelTooLow) })
})

it('exported files are for their owner alone', async () => {
  const tenant = await service.makeTenant()
  await addEvents(service.db, tenant.projectId, 3)
  const destination = { type: 'File', config: { path: 'own' } } as const
  expect(await exportHour(tenant, await makeExport(tenant, { destination }))).toMatchObject({
    status: 'Completed',
  })
  const names = readdirSync(path.join(folder, 'own'))
  expect(names).toHaveLength(1)
  for (const name of names) expect(statSync(path.join(folder, 'own', name)).mode & 0o077).toBe(0)
})
