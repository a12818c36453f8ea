import { type CheckResult, type SuperviseOptions, superviseContract } from '@concordat/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { HANG_MS } from '../../../../waiting.ts'
import { PET_KEY } from '../../pet/pet-caller.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { PetService } from '../../pet/pet-service.ts'
import { answering, closeAll, listen } from '../../support/listen.ts'
import type { Given } from './worker.ts'

// The tests run concurrently, because they spend most of their time waiting.
afterAll(closeAll)

const credentials = { PetKey: PET_KEY }

const BESIDE = '0b51de00-0000-4000-8000-000000000000'

/** A service on which the first pet creates another one that no response mentions. */
class MakesBeside extends PetService {
  #isDone = false

  override async answer(request: Request): Promise<Response> {
    const answer = await super.answer(request)
    const [pet] = this.pets.values()
    if (pet !== undefined && !this.#isDone) this.pets.set(BESIDE, { ...pet, id: BESIDE })
    this.#isDone ||= pet !== undefined
    return answer
  }
}

async function supervise(
  given: Omit<Given, 'baseUrl'>,
  options: Partial<SuperviseOptions> = {},
  service = new PetService(),
) {
  const baseUrl = `${await listen(answering((request) => service.answer(request)))}/api`
  const run = await superviseContract({
    entry: new URL('./worker.ts', import.meta.url),
    given: { baseUrl, credentials, ...given },
    document: petDocument,
    baseUrl,
    // A worker that waits for a processor is not considered silent.
    silenceMs: HANG_MS,
    ...options,
  })
  return { ...run, service }
}

/**
 * Enough rules to show that the checks before and after the lost ones are run. Other tests cover a worker
 * with all rules.
 */
const few = { select: { rules: ['authentication', 'scopes', 'conformance', 'lifecycle'] } }

/** Enough patience for workers that have a processor; for tests of workers that never return. */
const impatient = { silenceMs: 3000 }

const byRule = (results: readonly CheckResult[], wanted: string): readonly CheckResult[] =>
  results.filter(({ rule }) => rule === wanted)

const reasons = (results: readonly CheckResult[]): readonly string[] => [
  ...new Set(
    results.flatMap(({ outcome }) => (outcome.status === 'not-run' ? [outcome.reason] : [outcome.status])),
  ),
]

describe.concurrent('a run in a worker', () => {
  test('judges what a run without one judges, and removes what it made', async () => {
    const { report, coverage, service } = await supervise({})
    expect(new Set(report.results.map(({ outcome }) => outcome.status))).toEqual(
      new Set(['passed', 'not-run']),
    )
    expect(report.results.filter(({ outcome }) => outcome.status === 'passed').length).toBeGreaterThan(50)
    expect([report.ended, report.leftBehind, service.pets.size]).toEqual([undefined, [], 0])
    expect(report.requests).toBe(service.log.length)
    const sum = coverage.reduce((all, { requests }) => all + requests, 0)
    expect(sum).toBeGreaterThan(report.requests / 2)
    expect(sum).toBeLessThanOrEqual(report.requests)
  })

  test('finds what is wrong, with the line that repeats it', async () => {
    const { report } = await supervise(
      {},
      { replay: ({ rule, operationId }) => `again ${rule} ${operationId}` },
      new PetService('status-203'),
    )
    const findings = report.results.flatMap(({ rule, outcome }) =>
      outcome.status === 'failed' ? outcome.findings.map((finding) => ({ ...finding, met: rule })) : [],
    )
    expect(findings.length).toBeGreaterThan(0)
    for (const { met, operationId, replay } of findings) expect(replay).toBe(`again ${met} ${operationId}`)
  })
})

describe.concurrent('a worker that does not come back', () => {
  test('from a loop in a function of the configuration: its checks are not run, all others are', async () => {
    const { report, service } = await supervise({ scoped: { behaviour: 'loop' } }, { ...few, ...impatient })
    // Three seconds of processor time, unless a busy machine provides less within the longest wait allowed.
    expect(reasons(byRule(report.results, 'scopes'))).toEqual([
      expect.stringMatching(
        /^the code that gets "PetKey" credentials with chosen scopes did not end within (3|60) s$/,
      ),
    ])
    expect(byRule(report.results, 'lifecycle').some(({ outcome }) => outcome.status === 'passed')).toBe(true)
    expect([report.ended, report.leftBehind, service.pets.size]).toEqual([undefined, [], 0])
  })

  test('is replaced by one that compares the lists with what it had read before the run', async () => {
    const service = new MakesBeside()
    const scoped = { behaviour: 'block' } as const
    const { report } = await supervise({ scoped, inventory: true }, { ...few, ...impatient }, service)
    expect(reasons(byRule(report.results, 'scopes')).join()).toContain('did not end within 3 s')
    expect([...service.pets.keys()]).toEqual([BESIDE])
    expect(report.leftBehind).toEqual([
      expect.stringContaining(`/pets/${BESIDE}: GET /pets did not list this item before the run.`),
    ])
  })

  test('from what gets the main credential: the run has none', async () => {
    await expect(supervise({ main: 'block' }, impatient)).rejects.toThrow(
      'The run could not get its credentials: the code that gets the credential "PetKey" did not end within 3 s.',
    )
  })

  test('with several checks under way: each is tried alone, and only the cause is not run', async () => {
    const { report, service } = await supervise(
      { scoped: { behaviour: 'block' }, jobs: 4 },
      { ...few, ...impatient },
    )
    expect(reasons(byRule(report.results, 'scopes'))).toEqual([
      'the code that gets "PetKey" credentials with chosen scopes did not end within 3 s',
    ])
    expect(new Set(report.results.map(({ outcome }) => outcome.status))).toEqual(
      new Set(['passed', 'not-run']),
    )
    expect([report.leftBehind, service.pets.size]).toEqual([[], 0])
  })

  test('for want of memory: the check says so, and the others are run', async () => {
    const { report, service } = await supervise({ scoped: { behaviour: 'memory' } }, { ...few, memoryMb: 64 })
    expect(reasons(byRule(report.results, 'scopes'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/needed more than 64 MB of memory/)]),
    )
    expect(byRule(report.results, 'lifecycle').some(({ outcome }) => outcome.status === 'passed')).toBe(true)
    expect([report.ended, report.leftBehind, service.pets.size]).toEqual([undefined, [], 0])
  })

  test.each([
    ['exit', /^the check ended with exit code 7$/],
    ['throw-later', /^the check threw an uncaught error: nobody catches me$/],
  ] as const)(
    'because a function does "%s": that is a defect, with what is known of it',
    async (behaviour, message) => {
      const { report, service } = await supervise({ scoped: { behaviour, scope: 'pet:write' } }, few)
      const defects = report.results.flatMap(({ outcome }) => (outcome.status === 'defect' ? [outcome] : []))
      expect(defects.length).toBeGreaterThan(0)
      for (const defect of defects) expect(defect.message).toMatch(message)
      expect(byRule(report.results, 'lifecycle').some(({ outcome }) => outcome.status === 'passed')).toBe(
        true,
      )
      expect([report.leftBehind, service.pets.size]).toEqual([[], 0])
    },
  )
})

describe.concurrent('a run that is to end', () => {
  test('ends in its time, clean-up included', async () => {
    const beforehand = performance.now()
    await supervise({}, { select: { rules: ['conformance'] } })
    // Enough time for part of a run and its end, even on a busy machine. Responses are so slow that it is not
    // enough for the whole run.
    const timeMs = Math.max(12_000, 10 * (performance.now() - beforehand))
    const service = new PetService()
    const slow = async (request: Request): Promise<Response> => {
      await new Promise((resolve) => setTimeout(resolve, timeMs / 300))
      return service.answer(request)
    }
    const baseUrl = `${await listen(answering(slow))}/api`
    const { report } = await superviseContract({
      entry: new URL('./worker.ts', import.meta.url),
      given: { baseUrl, credentials },
      document: petDocument,
      baseUrl,
      silenceMs: HANG_MS,
      maxTimeMs: performance.now() + timeMs,
    })
    // Recording ends before the time reserved for the report begins.
    expect(report.milliseconds).toBeLessThan(timeMs)
    expect(report.ended).toMatch(
      /^the rest of its time limit of \d+(\.\d+)? s is reserved for the cleanup and the report$/,
    )
    expect([report.leftBehind, service.pets.size]).toEqual([[], 0])
    expect(new Set(report.results.map(({ outcome }) => outcome.status))).toEqual(
      new Set(['passed', 'not-run']),
    )
  })

  test('without a clean-up tells what is left behind', async () => {
    const abandon = new AbortController()
    const service = new PetService()
    let results = 0
    const { report } = await supervise(
      {},
      {
        abandon: abandon.signal,
        onResult: () => {
          if (++results === 40) abandon.abort('somebody was in a hurry')
        },
      },
      service,
    )
    expect(report.ended).toBe('somebody was in a hurry')
    expect(service.pets.size).toBeGreaterThan(0)
    const unnamed = [...service.pets.keys()].filter(
      (id) =>
        !report.leftBehind.some((line) => line.includes(`/pets/${id} was created and may still be there`)),
    )
    // A request under way at that moment might have created an item, of which only the request is known.
    const unanswered = report.leftBehind.flatMap((line) => {
      const [, times] = /^POST \S+\/pets got no answer(?:, (\d+) times)?:/.exec(line) ?? []
      return line.startsWith('POST ') ? [Number(times ?? 1)] : []
    })
    expect(report.leftBehind.length).toBeGreaterThan(unanswered.length)
    expect(unnamed.length).toBeLessThanOrEqual(unanswered.reduce((sum, times) => sum + times, 0))
  })
})
