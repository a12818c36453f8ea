import {
  FindingLines,
  replayLine,
  SelectionError,
  type SupervisedRun,
  superviseContract,
  TargetError,
} from '@concordat/contract'
import { UsageError } from '../errors/problem.ts'
import { durationMilliseconds } from '../options/kinds/duration.ts'
import { findingLocator } from './locate-finding.ts'
import type { Progress } from './progress/progress.ts'
import { RunProgressLine } from './progress/run-progress-line.ts'
import { tellLines } from './progress/tell-lines.ts'
import { reportsWantExchanges } from './reports/report-files.ts'
import { planLines } from './verify/plan-lines.ts'
import { replayFlags, withoutSecrets } from './verify/replay.ts'
import { type SettledTask, settleVerifyTask } from './verify/settle.ts'
import { RunSignals } from './verify/signals.ts'
import {
  readVerifyTask,
  VERIFY_WORKER,
  type VerifyOptions,
  type VerifyTask,
  verifyTaskTarget,
} from './verify/task.ts'
import { tellVerifyRun } from './verify/tell-run.ts'
import type { WorkerGiven } from './verify/worker-settings.ts'

/**
 * Runs the contract rules with the settings from configuration, command line and environment. Reports go to
 * the `--report` files, and the summary to standard output, or to standard error if a report goes to standard
 * output.
 * @returns 0 if no rule failed except known failures, or a new baseline was written; 1 if one failed, a known
 * failure passed, the run ended early, or too many checks were not run; 2 if nothing was checked; 3 if the
 * suite itself failed and no rule did.
 * @throws {UsageError} for wrong options, an unknown operation, tag, rule or grade, or a server that cannot
 * be tested.
 */
export async function verifyCommand(options: VerifyOptions): Promise<0 | 1 | 2 | 3> {
  const { progress } = options
  const task = await readVerifyTask(options)
  const locateFinding = await findingLocator(task.read, task.given.source)
  if (task.given.plan === true)
    return tellLines(progress, planLines(task.read.model.descriptor, await verifyTaskTarget(task)))
  const settled = await settleVerifyTask(task, progress)
  const verify = ['concordat', 'verify', settled.baseUrl]
  const command = [...verify, ...withoutSecrets(options.flags)]
  const signals = new RunSignals((message) => progress.done(message))
  const again = [...verify, ...replayFlags(options.flags)]
  const ran = await run({ task, settled, again, signals, progress }).finally(() => {
    progress.clear()
    signals.close()
  })
  const exitCode = await tellVerifyRun(ran, { task, settled, command, progress, locateFinding })
  if (signals.failure !== undefined) throw signals.failure
  return exitCode
}

async function run({
  task,
  settled,
  again,
  signals,
  progress,
}: {
  readonly task: VerifyTask
  readonly settled: SettledTask
  /** The command line that repeats one check, without the options that select the check. */
  readonly again: readonly string[]
  readonly signals: RunSignals
  readonly progress: Progress
}): Promise<SupervisedRun> {
  const { worker, reports } = task
  const { descriptor: document, base, decided } = task.read.model
  const { baseUrl, given, verify, settings, sent } = settled
  const keepsExchanges = reportsWantExchanges(reports) || task.given.propose !== undefined
  const handed: WorkerGiven = { given, baseUrl, keepsExchanges }
  const { select, seed, baseline } = settings
  const running = new RunProgressLine(progress)
  const lines = new FindingLines(document)
  const maxTimeMs = durationMilliseconds(verify.maxTime)
  try {
    return await superviseContract({
      ...{ entry: VERIFY_WORKER, first: worker, given: handed, document, base, decided, baseUrl, sent },
      ...(select !== undefined && { select }),
      ...(seed !== undefined && { seed }),
      ...(baseline !== undefined && { baseline }),
      ...(maxTimeMs !== undefined && { maxTimeMs }),
      preparationMs: performance.now(),
      ...{ stop: signals.stop, abandon: signals.abandon },
      replay: (check) => replayLine(again, check),
      onProgress: (step) => running.step(step),
      onRequest: () => running.request(),
      onResult: (result) => {
        for (const line of lines.linesOf(result)) progress.done(line)
      },
    })
  } catch (error) {
    if (error instanceof TargetError || error instanceof SelectionError) throw new UsageError(error.message)
    throw error
  }
}
