import type { OperationDescriptor } from '../http/operation.ts'
import { Baseline, type KnownFailure, type KnownFinding, type StaleFailure } from './baseline.ts'
import type { Check } from './check.ts'
import { checks } from './checks/checks.ts'
import type { Replayed } from './replay.ts'
import { assertKnown, isSelected, type Selection } from './selection.ts'
import type { OnExchange } from './session.ts'
import { type ContractDocuments, DEFAULT_SEED, type Outcome, Suite } from './suite.ts'
import type { Target } from './target.ts'
import type { UndocumentedFields } from './undocumented.ts'

export interface RunOptions extends ContractDocuments {
  readonly target: Target
  readonly select?: Selection
  /** The same seed makes the same requests in the same order. */
  readonly seed?: string
  /** Requests for each operation, over all rules; default 80, `Infinity` sends every case. */
  readonly budget?: number
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

/** One rule on one operation. */
export interface CheckResult {
  readonly operationId: string
  /** "GET /pets" */
  readonly title: string
  readonly rule: string
  readonly outcome: Outcome
  readonly milliseconds: number
  /** Sent for it, with those that made and found what it needed. */
  readonly requests: number
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
 * Runs every check that applies to every operation, one after the other, and removes what it created, also after a
 * failure or SIGINT.
 * @throws TargetError when the target as a whole is unusable.
 * @throws RangeError when the selection names an operation, a rule or a grade that does not exist.
 */
export async function runContract(options: RunOptions): Promise<ContractReport> {
  const planned = plan(options)
  const started = performance.now()
  const { document, base, decided, target, budget, seed = DEFAULT_SEED, onExchange } = options
  const { undocumentedFields, replay, select: { grades } = {} } = options
  const suite = new Suite({
    ...{ document, base, decided, target, seed, budget },
    ...{ grades, undocumentedFields, replay, onExchange },
  })
  const baseline = new Baseline(options.baseline)
  const interruption = watchInterruption()
  const results: CheckResult[] = []
  let leftBehind: readonly string[] = []
  let failed = 0
  try {
    for (const [done, { operation, check }] of planned.entries()) {
      if (interruption.happened()) break
      const { operationId } = operation
      options.onProgress?.({ done, total: planned.length, operationId, rule: check.code, failed })
      const before = suite.session.requests
      const began = performance.now()
      const outcome = baseline.apply(await suite.run(check, operation))
      if (outcome.status === 'failed') failed++
      results.push({
        operationId,
        title: `${operation.method} ${operation.path}`,
        rule: check.code,
        outcome,
        requests: suite.session.requests - before,
        milliseconds: performance.now() - began,
      })
    }
    suite.session.expectTrust()
  } finally {
    leftBehind = await suite.cleanUp()
    interruption.stop()
  }
  return {
    title: document.title,
    baseUrl: target.baseUrl,
    seed,
    results,
    known: baseline.known,
    stale: baseline.stale(document, { results, grades }),
    leftBehind,
    requests: suite.session.requests,
    milliseconds: performance.now() - started,
    interrupted: interruption.happened(),
  }
}

/** Operation by operation, so that shared fixtures are used while they are fresh and a report grows in the document's order. */
function plan({ document, select = {} }: RunOptions): { operation: OperationDescriptor; check: Check }[] {
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
