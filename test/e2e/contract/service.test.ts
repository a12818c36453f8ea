import { afterAll, beforeAll, expect, test } from 'vitest'
import { base, decided } from '../../../generated/contract/grades.ts'
import { document } from '../../../generated/operations.ts'
import { type ContractReport, formatFinding, runContract } from '../../../runtime/contract/contract.ts'
import { createKey } from '../../../server/keys/keys.ts'
import { startTestService, type TestService } from '../service/harness.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  const { owner } = await service.makeTenant()
  key = await createKey(service.db, { userId: owner.id, label: 'contract', scopes: ['*'] })
})
afterAll(() => service.stop())

/** One run of every rule; each seed makes other values. */
function verify(seed: string): Promise<ContractReport> {
  const target = { baseUrl: service.url, credentials: { PersonalApiKey: key } }
  return runContract({ document, base, decided, seed, target })
}

test.each(['first', 'second', 'third'])('the service keeps its contract (seed "%s")', async (seed) => {
  const { results, leftBehind } = await verify(seed)
  const findings = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  expect(findings.map(formatFinding)).toEqual([])
  expect(leftBehind).toEqual([])
  const passed = new Set(
    results.flatMap(({ operationId, outcome }) => (outcome.status === 'passed' ? [operationId] : [])),
  )
  expect(passed.size).toBeGreaterThan(document.operations.length * 0.8)
  expect(requestsByOperation(results).filter(({ requests }) => requests > MOST_REQUESTS)).toEqual([])
})

/** What a default run sends for one operation at most, with what it needs and without the clean-up. */
const MOST_REQUESTS = 40

function requestsByOperation(results: ContractReport['results']) {
  return [...Map.groupBy(results, ({ operationId }) => operationId)].map(([operationId, all]) => ({
    operationId,
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
  }))
}
