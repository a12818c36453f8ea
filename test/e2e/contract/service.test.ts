import { afterAll, beforeAll, test } from 'vitest'
import { startTestService, type TestService } from '../service/harness.ts'
import { expectContractKept, seedsOr } from './whole-suite.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

test.each(seedsOr('second'))('the service keeps its contract (seed "%s")', async (seed) => {
  await expectContractKept(service, seed)
})
