import { afterAll, beforeAll, describe, test } from 'vitest'
import { hasClickhouse, startClickhouse, type TestClickhouse } from '../service/clickhouse/clickhouse.ts'
import { startTestService, type TestService } from '../service/harness.ts'
import { expectContractKept, seedsOr } from './whole-suite.ts'

// Every run tests the service with events in its own database. Here only the event store differs.
const isLong = process.env['TEST_LONG'] === '1'

describe.skipIf(!hasClickhouse || !isLong)('events in ClickHouse (needs TEST_CHDB and TEST_LONG)', () => {
  let clickhouse: TestClickhouse
  let service: TestService
  beforeAll(async () => {
    clickhouse = await startClickhouse()
    service = await startTestService(clickhouse.env)
  })
  afterAll(async () => {
    await service?.stop()
    await clickhouse?.stop()
  })

  test.each(seedsOr('first'))('the service keeps its contract (seed "%s")', async (seed) => {
    await expectContractKept(service, seed)
  })
})
