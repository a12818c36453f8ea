import type { UndocumentedFields } from '../data/document/undocumented.ts'
import { NotRun } from '../data/outcome/not-run.ts'
import { defectOutcome, notRunOutcome, type Outcome } from '../data/outcome/outcome.ts'
import type { Tell } from '../data/outcome/run-event.ts'
import { TargetError } from '../data/outcome/target-error.ts'
import type { Target } from '../traffic/target/target.ts'
import { runTogether } from '../traffic/transport/together.ts'
import type { ContractDocuments } from './plan/documents.ts'
import { partOfRun } from './plan/parts.ts'
import { inRunOrder, Schedule } from './plan/schedule.ts'
import { type RunStep, runStepName } from './plan/step.ts'
import type { RunMemory } from './state/memory.ts'
import { Suite, type SuiteOptions } from './suite/suite.ts'

export interface PerformOptions
  extends ContractDocuments,
    Pick<SuiteOptions, 'seed' | 'budget' | 'select' | 'onExchange' | 'onRecord'> {
  readonly target: Target
  readonly steps: readonly RunStep[]
  /** Steps that run first, one after another, so that a step that never ends can be identified. */
  readonly suspects?: readonly RunStep[]
  /** Number of parts of the document that are tested concurrently, each with its own items; default: 1. */
  readonly jobs?: number | undefined
  readonly undocumentedFields?: UndocumentedFields | undefined
  /** Maximum duration of the run in milliseconds, shared by its operations. Default: unlimited. */
  readonly mostMs?: number | undefined
  /**
   * True if lists are read before and after the run, in order to detect changes that the run did not request.
   * Default: false.
   */
  readonly inventory?: boolean | undefined
  readonly tell: Tell
  /**
   * Once aborted, only requests for clean-up and for the final comparison of lists are sent. The reason must
   * be worded to follow "the run ended early:".
   */
  readonly signal?: AbortSignal | undefined
  readonly memory?: RunMemory | undefined
}

/**
 * Factor by which an operation's share of the time exceeds the average. The share applies while other
 * operations still need theirs.
 */
const SHARES = 4

/**
 * Runs checks, removes the created items, and reports all events, in this worker. Checks that are not
 * reached, because the run ends or the target becomes unavailable, are not reported.
 * @throws TargetError if the target as a whole is unusable, and none of its responses is worth reporting.
 */
export async function performSteps(options: PerformOptions): Promise<void> {
  const { steps, suspects = [], jobs = 1, tell, signal } = options
  const makeSuite = (part: string, beside?: Suite): Suite => new Suite({ ...options, part, beside })
  const shareMs = shareOf(options)
  const first = makeSuite('')
  const suites = [first]
  let isEnded = false
  const runSteps = async (suite: Suite, some: readonly RunStep[]): Promise<void> => {
    const turns = new Schedule(inRunOrder(some), shareMs)
    for (let step = turns.next(); step !== undefined; step = turns.next()) {
      if (isEnded || signal?.aborted === true) return
      turns.note(step, await runStep(suite, step, tell))
    }
  }
  try {
    if (options.inventory === true) {
      await first.lists.open()
      first.session.state.allowance.setAside(first.lists.size)
    }
    await runSteps(first, suspects)
    const { '': alone = [], ...parts } = jobs === 1 ? { '': steps } : partsOf(options)
    await runSteps(first, alone)
    await runTogether(jobs, longestFirst(parts), async ([part, some]) => {
      const suite = makeSuite(part, first)
      suites.push(suite)
      await runSteps(suite, some).catch((error: unknown) => {
        isEnded = true
        throw error
      })
    })
    first.session.state.trust.expect()
  } catch (error) {
    if (!(error instanceof TargetError && first.session.state.trust.isGiven)) throw error
    tell({ kind: 'lost', message: error.message })
  } finally {
    for (const suite of suites) await suite.cleanUp()
    await compareLists(first)
  }
}

/** Reads the lists again if the server still responds, and reports changes that the run did not request. */
function compareLists({ session, lists }: Suite): Promise<void> {
  return session.state.allowance
    .cleaningUp(() => lists.close())
    .catch((error: unknown) => {
      if (!(error instanceof TargetError)) throw error
    })
}

/** @returns The step's duration in milliseconds. */
async function runStep(suite: Suite, step: RunStep, tell: Tell): Promise<number> {
  const name = runStepName(step)
  tell({ kind: 'begins', step: name })
  const before = suite.session.requests
  const began = performance.now()
  const outcome = await suite.run(step.check, step.operation).catch(outcomeOf)
  const requests = suite.session.requests - before
  await suite.tidy()
  const milliseconds = performance.now() - began
  tell({ kind: 'ends', step: name, outcome, requests, milliseconds })
  return milliseconds
}

/**
 * Converts an error thrown by a rule to an outcome, so that a defect does not stop the other rules.
 * @throws TargetError unchanged.
 */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof TargetError) throw error
  return error instanceof NotRun ? notRunOutcome(error.reason) : defectOutcome(error)
}

/**
 * Returns the time that one operation can use before it has to wait for the others. It is several times the
 * average, because most operations need far less.
 */
function shareOf({ mostMs = Number.POSITIVE_INFINITY, steps }: PerformOptions): number {
  return (mostMs * SHARES) / new Set(steps.map(({ operation }) => operation)).size
}

function partsOf({ document, target, steps }: PerformOptions): Readonly<Record<string, readonly RunStep[]>> {
  return Object.fromEntries(Map.groupBy(steps, ({ operation }) => partOfRun(operation, { document, target })))
}

/** Sorts long parts first, because a long part that began last would run alone at the end. */
function longestFirst(parts: Readonly<Record<string, readonly RunStep[]>>) {
  return Object.entries(parts).toSorted(([, left], [, right]) => right.length - left.length)
}
