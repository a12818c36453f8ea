import { afterAll, beforeAll, expect, test } from 'vitest'
import { base, decided } from '../../../generated/contract/grades.ts'
import { document } from '../../../generated/operations.ts'
import { type ContractReport, runContract } from '../../../runtime/contract/contract.ts'
import { createKey } from '../../../server/keys/keys.ts'
import { startTestService, type TestService } from '../service/harness.ts'

/** Of these every operation is implemented, so that no rule may fail on them. */
const IMPLEMENTED = ['Organizations', 'Domains', 'Members', 'Projects']

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
  return runContract({
    document,
    base,
    decided,
    seed,
    target: { baseUrl: service.url, credentials: { PersonalApiKey: key } },
  })
}

test.each(['first', 'second', 'third'])(
  'nothing but missing operations is found (seed "%s")',
  async (seed) => {
    const { results, leftBehind } = await verify(seed)
    const findings = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
    expect(
      findings.filter(({ rule, received }) => rule !== 'conformance' || !received.startsWith('status 501')),
    ).toEqual([])
    const tagOf = new Map(document.operations.map(({ operationId, tag }) => [operationId, tag]))
    expect(
      findings
        .map(({ operationId }) => tagOf.get(operationId))
        .filter((tag) => IMPLEMENTED.includes(tag ?? '')),
    ).toEqual([])
    expect(leftBehind).toEqual([])
    const passed = results.filter(({ outcome }) => outcome.status === 'passed')
    for (const tag of IMPLEMENTED)
      expect(
        passed.filter(({ operationId }) => tagOf.get(operationId) === tag).length,
        tag,
      ).toBeGreaterThanOrEqual(3)
  },
)
