import type { OperationDescriptor } from '@concordat/runtime/http'
import { checks } from '../checks/checks.ts'
import type { UndocumentedFields } from '../document/undocumented.ts'
import type { CheckResult } from '../outcome/outcome.ts'
import type { Check } from '../rule/check.ts'
import { together } from '../rule/together.ts'
import type { OnExchange } from '../target/session.ts'
import type { Target } from '../target/target.ts'
import { Baseline, type KnownFailure, type KnownFinding, type StaleFailure } from './baseline.ts'
import { partOf } from './parts.ts'
import type { Replayed } from './replay.ts'
import { assertKnown, isSelected, type Selection } from './selection.ts'
import { type ContractDocuments, DEFAULT_SEED, Suite } from './suite.ts'

export interface RunOptions extends ContractDocuments {
  readonly target: Target
  readonly select?: Selection
  /** The same seed makes the same requests in the same order. */
  readonly seed?: string
  /** Requests for each operation, over all rules; default 80, `Infinity` sends every case. */
  readonly budget?: number
  /** Parts of the document that are tested at the same time, each with items of its own; default 1. */
  readonly jobs?: number
  /** Whether answers may have members that their schema does not name; default "allow". */
  readonly undocumentedFields?: UndocumentedFields
  /** Failures that do not fail the run. */
  readonly baseline?: readonly KnownFailure[]
  /** Makes the line that runs one check again. */
  readonly replay?: (check: Replayed) => string
  /** Called before each check. */
  readonly onProgress?: (progress: Progress) => void
  /** Called after each request, with its answer. */
  readonly onExchange?: OnExchange
}

export interface Progress {
  readonly done: number
  readonly total: number
  readonly operationId: string
  readonly rule: string
  /** Checks that have failed so far. */
  readonly failed: number
}

export interface ContractReport {
  readonly title: string
  readonly baseUrl: string
  readonly seed: string
  readonly results: readonly CheckResult[]
  /** Findings that the baseline knows; `results` has them only where nothing else failed. */
  readonly known: readonly KnownFinding[]
  /** Failures of the baseline that are none any more, or never could be. */
  readonly stale: readonly StaleFailure[]
  /** One sentence for each created item that could not be removed. */
  readonly leftBehind: readonly string[]
  /** All that were sent; those beyond the results' own removed in the end what was created. */
  readonly requests: number
  readonly milliseconds: number
  /** True when the run was ended by SIGINT: the results are those up to then. */
  readonly interrupted: boolean
}

/**
 * Runs every check that applies to every operation, and removes what it created, also after a failure or SIGINT.
 * @throws TargetError when the target as a whole is unusable.
 * @throws RangeError when the selection names an operation, a rule or a grade that does not exist.
 */
export async function runContract(options: RunOptions): Promise<ContractReport> {
  const planned = plan(options)
  const started = performance.now()
  const { document, base, decided, target, budget, seed = DEFAULT_SEED, onExchange } = options
  const { undocumentedFields, replay, select: { grades } = {} } = options
  const makeSuite = (part: string, beside?: Suite): Suite =>
    new Suite({
      ...{ document, base, decided, target, seed, budget, part, beside },
      ...{ grades, undocumentedFields, replay, onExchange },
    })
  const first = makeSuite('')
  const suites = [first]
  const baseline = new Baseline(options.baseline)
  const interruption = watchInterruption()
  const results = new Map<Step, CheckResult>()
  let failed = 0
  let isEnded = false
  const runPart = async (suite: Suite, steps: readonly Step[]): Promise<void> => {
    for (const step of steps) {
      if (isEnded || interruption.happened()) break
      const { operation, check } = step
      const { operationId } = operation
      options.onProgress?.({
        ...{ done: results.size, total: planned.length, operationId, rule: check.code, failed },
      })
      const before = suite.session.requests
      const began = performance.now()
      const outcome = baseline.apply(await suite.run(check, operation))
      if (outcome.status === 'failed') failed++
      results.set(step, {
        operationId,
        title: `${operation.method} ${operation.path}`,
        rule: check.code,
        outcome,
        requests: suite.session.requests - before,
        milliseconds: performance.now() - began,
      })
    }
  }
  const leftBehind: string[] = []
  try {
    const { '': alone = [], ...parts } = partsOf(options, planned)
    await runPart(first, alone)
    await together(options.jobs ?? 1, longestFirst(parts), async ([part, steps]) => {
      const suite = makeSuite(part, first)
      suites.push(suite)
      await runPart(suite, steps).catch((error: unknown) => {
        isEnded = true
        throw error
      })
    })
    first.session.expectTrust()
  } finally {
    for (const suite of suites) leftBehind.push(...(await suite.cleanUp()))
    interruption.stop()
  }
  const inOrder = planned.flatMap((step) => results.get(step) ?? [])
  return {
    title: document.title,
    baseUrl: target.baseUrl,
    seed,
    results: inOrder,
    known: baseline.known,
    stale: baseline.stale(document, { results: inOrder, grades }),
    leftBehind,
    requests: suites.reduce((sum, suite) => sum + suite.session.requests, 0),
    milliseconds: performance.now() - started,
    interrupted: interruption.happened(),
  }
}

/** One rule on one operation, to be run. */
interface Step {
  readonly operation: OperationDescriptor
  readonly check: Check
}

/** With one job everything is one part: fixtures are shared as far as they can be. */
function partsOf(
  { document, target, jobs = 1 }: RunOptions,
  steps: readonly Step[],
): Readonly<Record<string, readonly Step[]>> {
  if (jobs === 1) return { '': steps }
  const groups = Map.groupBy(steps, ({ operation }) => partOf(operation, { document, target }))
  return Object.fromEntries(groups)
}

/** A long part that begins last would run alone in the end. */
function longestFirst(parts: Readonly<Record<string, readonly Step[]>>) {
  return Object.entries(parts).toSorted(([, left], [, right]) => right.length - left.length)
}

/** Operation by operation, so that shared fixtures are used while they are fresh and a report grows in the document's order. */
function plan({ document, select = {} }: RunOptions): Step[] {
  assertKnown(select, document)
  return document.operations.flatMap((operation) =>
    checks
      .filter((check) => isSelected(select, operation, check) && check.applies(operation, document))
      .map((check) => ({ operation, check })),
  )
}

/** Turns the first SIGINT into a wish to stop, so that the clean-up still happens. The second one ends the process. */
function watchInterruption(): { happened: () => boolean; stop: () => void } {
  let happened = false
  const note = (): void => {
    happened = true
  }
  process.once('SIGINT', note)
  return { happened: () => happened, stop: () => process.removeListener('SIGINT', note) }
}
