import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addEvents, finishedRuns, hour, makeExport } from './export-fixtures.ts'
import { uuidsIn, uuidsOf } from './exported-events.ts'
import { startTestService, type Tenant, type TestService } from './harness.ts'
import { createRandom, seedOfRun } from './random.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './small-disk.ts'

const reason = whyNoSmallDisk()
const rounds = 20
const events = 6000
const megabytes = 128

describe.skipIf(reason !== undefined)(
  `a full disk of exports${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    let disk: SmallDisk
    let service: TestService
    let tenant: Tenant
    beforeAll(async () => {
      disk = mountSmallDisk(megabytes)
      service = await startTestService({ EXPORT_FOLDER: disk.folder, EXPORT_RETRY_SECONDS: '1' })
      tenant = await service.makeTenant()
      await addEvents(service.db, tenant.projectId, events)
    })
    afterAll(async () => {
      await service?.stop()
      disk?.unmount()
    })

    it(`is told by the runs, which come to their end with the space, ${rounds} times`, async () => {
      const where = `CONCORDAT_SEED=${seedOfRun}`
      const random = createRandom(seedOfRun)
      const { client } = tenant.owner
      const pathOf = (id: string) => ({ organization_id: tenant.id, id })
      const ids: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const config = { path: `round-${round}`, max_file_size_mb: 1 }
        const { id } = await makeExport(tenant, { destination: { type: 'File', config } })
        ids.push(id)
        disk.fill(random() * 2 ** 21)
        await client.batchExports.backfillBatchExport({ path: pathOf(id), body: hour })
        await sleep(300 + random() * 1000)
        disk.free()
      }
      const uuids = await uuidsOf(service.db, tenant.projectId)
      for (const [round, id] of ids.entries()) {
        const runs = await finishedRuns(client, pathOf(id))
        expect(runs, where).toMatchObject([
          { status: 'Completed', records_completed: events, latest_error: null },
        ])
        const folder = path.join(disk.folder, `round-${round}`)
        expect(
          uuidsIn(readdirSync(folder).map((name) => readFileSync(path.join(folder, name)))),
          where,
        ).toEqual(uuids)
      }
      const errors = await service.db
        .selectFrom('batch_export_logs')
        .where('level', '=', 'ERROR')
        .select('message')
        .execute()
      expect(errors.length, where).toBeGreaterThanOrEqual(rounds / 2)
      for (const { message } of errors) {
        expect(message, where).toMatch(/^ENOSPC: no space left on device, write\. The run will be retried.$/)
      }
    })
  },
)
