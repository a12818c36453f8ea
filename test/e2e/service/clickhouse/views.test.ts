import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../harness.ts'
import { startService } from '../service-process.ts'
import { patience, startCapturing } from './capturing.ts'
import { hasClickhouse, startClickhouse, type TestClickhouse, untilArrived } from './clickhouse.ts'

describe.skipIf(!hasClickhouse)('a service whose events live in ClickHouse (needs TEST_CHDB)', () => {
  let clickhouse: TestClickhouse
  let service: TestService
  beforeAll(async () => {
    clickhouse = await startClickhouse()
    service = await startTestService(clickhouse.env)
  })
  afterAll(async () => {
    await service.stop()
    await clickhouse.stop()
  })

  it('answers a view by what was captured, and before that by nobody', async () => {
    const project = await startCapturing(service, await service.makeTenant())
    await expect.poll(project.askView, patience).toMatchObject({ status: 200, who: [] })
    expect(await project.capture(['ann', 'bob', 'ann'])).toBe(200)
    await untilArrived(service.db)
    expect(await project.askView()).toMatchObject({ status: 200, who: ['ann', 'bob'] })
  })

  it('does not start without it', async () => {
    await expect(startService({ args: [], env: { DATABASE_URL: service.databaseUrl } })).rejects.toThrow(
      'CLICKHOUSE_URL is not set, and events live in ClickHouse.',
    )
  })
})
