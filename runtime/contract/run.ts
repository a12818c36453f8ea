import type { OperationDescriptor } from '../http/operation.ts'
import type { Check } from './check.ts'
import { checks } from './checks/checks.ts'
import { GRADES, type Grade } from './grade.ts'
import type { OnExchange } from './session.ts'
import { type ContractDocuments, DEFAULT_SEED, type Outcome, Suite } from './suite.ts'
import type { Target } from './target.ts'

/** Limits a run. An absent member selects everything. */
export interface Selection {
  readonly operations?: readonly string[]
  readonly rules?: readonly string[]
  readonly grades?: readonly Grade[]
}

export interface RunOptions extends ContractDocuments {
  readonly target: Target
  readonly select?: Selection
  /** The same seed makes the same requests in the same order. */
  readonly seed?: string
  /** Requests for each operation, over all rules; default 80, `Infinity` sends every case. */
  readonly budget?: number
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
  const grades = options.select?.grades
  const suite = new Suite({ document, base, decided, target, seed, budget, grades, onExchange })
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
      const outcome = await suite.run(check, operation)
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
  } finally {
    leftBehind = await suite.cleanUp()
    interruption.stop()
  }
  return {
    title: document.title,
    baseUrl: target.baseUrl,
    seed,
    results,
    leftBehind,
    requests: suite.session.requests,
    milliseconds: performance.now() - started,
    interrupted: interruption.happened(),
  }
}

/** Operation by operation, so that shared fixtures are used while they are fresh and a report grows in the document's order. */
function plan({ document, select = {} }: RunOptions): { operation: OperationDescriptor; check: Check }[] {
  refuseUnknown(
    'operation',
    select.operations,
    document.operations.map(({ operationId }) => operationId),
  )
  refuseUnknown(
    'rule',
    select.rules,
    checks.map(({ code }) => code),
  )
  refuseUnknown('grade', select.grades, GRADES)
  return document.operations
    .filter(({ operationId }) => select.operations?.includes(operationId) ?? true)
    .flatMap((operation) =>
      checks
        .filter((check) => (select.rules?.includes(check.code) ?? true) && check.applies(operation, document))
        .map((check) => ({ operation, check })),
    )
}

function refuseUnknown(kind: string, wanted: readonly string[] = [], known: readonly string[]): void {
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new RangeError(`There is no ${kind} "${unknown}". Expected one of: ${known.join(', ')}.`)
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
