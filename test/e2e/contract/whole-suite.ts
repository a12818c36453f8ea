import { formatFinding, runContract } from '@concordat/contract'
import { expect } from 'vitest'
import { base, decided } from '../../../generated/contract/grades.ts'
import { document } from '../../../generated/operations.ts'
import { makeSubject } from '../../mutants/reference-service.ts'
import { targetOf } from '../../mutants/run-fault.ts'
import type { TestService } from '../service/harness.ts'

/** Each makes other values. */
const seeds = ['first', 'second', 'third'] as const
type Seed = (typeof seeds)[number]

/** All seeds in the long run; otherwise each setup has its own. */
export const seedsOr = (one: Seed): readonly Seed[] => (process.env['TEST_LONG'] === '1' ? seeds : [one])

/** Numbers of concurrent jobs: no job is allowed to observe the effects of another. */
const jobs = { first: 1, second: 2, third: 4 } as const

/**
 * Maximum mean number of requests per operation in a default run, including preparation but not clean-up.
 * People run the suite on every push, so a new rule should share requests with other rules. Runs with the
 * same seed differ by up to one request per operation, because parallel jobs share fewer requests.
 */
const MEAN_REQUESTS = 53

/**
 * Unavoidable for computed lists, for the members of an organization that has only its owner, and for bodies
 * that consist only of free-form values.
 */
const UNAVOIDABLE = ['too few items', 'no lookalike', 'no odd value', 'no edge value']

/**
 * Checks that find nothing to compare in the service's responses, each with its reason. No check is left
 * without requests.
 */
const UNCOMPARED = [
  'agreement of getPerson: no response contains an identifier of "api.projects.persons" that can be compared',
  'defaults of getPersonPropertiesTimeline: getPersonPropertiesTimeline responds to the same request differently each time',
  'agreement of splitPerson: splitPerson and getPerson have no common property that can be compared',
]

/**
 * Runs every rule on every operation, with everything that the suite can be given, and expects no findings.
 */
export async function expectContractKept(service: TestService, seed: Seed): Promise<void> {
  const target = targetOf(await makeSubject(service), service.url)
  const { results, leftBehind } = await runContract({
    ...{ document, base, decided, seed, target },
    jobs: jobs[seed],
  })
  const findings = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  expect(findings.map(formatFinding)).toEqual([])
  expect(results.filter(({ outcome }) => outcome.status === 'defect')).toEqual([])
  expect(leftBehind).toEqual([])
  const leftOut = results.flatMap(({ rule, operationId, outcome }) =>
    outcome.status === 'not-run' && !UNAVOIDABLE.includes(outcome.why.kind)
      ? [`${rule} of ${operationId}: ${outcome.reason}`]
      : [],
  )
  expect(leftOut.filter((reason) => !UNCOMPARED.includes(reason))).toEqual([])
  const requests = results.reduce((sum, result) => sum + result.requests, 0)
  expect(requests / document.operations.length).toBeLessThanOrEqual(MEAN_REQUESTS)
  expect(new Set(results.map(({ operationId }) => operationId)).size).toBe(document.operations.length)
}
