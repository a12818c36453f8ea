import { relative } from 'node:path'
import {
  type ContractReport,
  Coverage,
  checks,
  describeReport,
  formatReport,
  type Grade,
  type KnownFailure,
  type RunOptions,
  renewBaseline,
  replayLine,
  runContract,
  TargetError,
  type TerminalOptions,
} from '@concordat/contract'
import type { Config, VerifyConfig } from '../config.ts'
import { UsageError } from '../errors/problem.ts'
import type { Given, GivenFlag } from '../options/options.ts'
import { readDocument } from '../pipeline/read-document.ts'
import { clauseLocator } from './locate-clause.ts'
import type { Progress } from './progress.ts'
import { readReportFiles, STANDARD_OUTPUT, writeReportFiles } from './report-files.ts'
import { RunProgress } from './run-progress.ts'
import { readBaseline, writeBaseline } from './verify/baseline-file.ts'
import { withEnvironment } from './verify/environment.ts'
import { withGiven } from './verify/given.ts'
import { replayed } from './verify/replay.ts'
import { buildSettings } from './verify/settings.ts'
import { formatWarnings } from './warnings.ts'

/** Columns of prose that goes to a file or another program. */
const PLAIN_WIDTH = 120

export interface VerifyOptions {
  readonly config: Config
  readonly baseUrl: string
  /** What the command line says. */
  readonly given: Given
  /** The same as it was written, for lines that repeat a check. */
  readonly flags: readonly GivenFlag[]
  readonly progress: Progress
}

/**
 * Runs the contract rules from the document alone, as the configuration, the command line and the environment say. Reports go
 * to the files that `--report` names, the summary to the standard output, or beside it when a report goes there.
 * @returns 0 when every rule held but for known failures, 1 when one failed or a known failure is none any more.
 * @throws {UsageError} for wrong options, an unknown operation, tag, rule or grade, and for a server that cannot be tested
 * at all.
 */
export async function verifyCommand(options: VerifyOptions): Promise<0 | 1> {
  const { config, baseUrl, given, progress } = options
  const verify = judgedBy(given, withGiven(withEnvironment(config.verify ?? {}, process.env), given))
  const isWriting = given.writeBaseline === true
  const baseline = knownFailures(verify, isWriting)
  const reports = readReportFiles(given.report ?? [])
  const { model, warnings, locate } = await readDocument(config, (stage) => progress.step(stage))
  if (warnings.length > 0) progress.done(formatWarnings(warnings))
  if (verify.grades === OF_DOCUMENT)
    progress.done(
      'What only an overlay of the command line states is not judged; --grade decided asks for it.',
    )
  const document = model.descriptor
  const command = ['concordat', 'verify', baseUrl, ...replayed(options.flags)]
  const coverage = new Coverage(document)
  const running = new RunProgress(progress)
  const report = await run({
    ...{ document, base: model.base, decided: model.decided },
    ...(await buildSettings(verify, { document, baseUrl, environment: process.env, baseline })),
    ...(verify.jobs !== undefined && { jobs: verify.jobs }),
    replay: (check) => replayLine(command, check),
    onProgress: (step) => running.step(step),
    onExchange: (plan, answer) => {
      coverage.observe(plan, answer)
      running.request()
    },
  }).finally(() => progress.clear())
  const described = describeReport({
    report,
    document,
    checks,
    locate: clauseLocator(model.document, locate),
    coverage: coverage.report(),
  })
  const stream = reports.some(({ file }) => file === STANDARD_OUTPUT) ? process.stderr : process.stdout
  stream.write(`${formatReport(described, terminalOf(stream))}\n`)
  await writeReportFiles(reports, described)
  if (isWriting && verify.baseline !== undefined && report.ended === undefined) {
    const failures = renewBaseline(baseline, report)
    writeBaseline(verify.baseline, failures)
    progress.done(`${relative(process.cwd(), verify.baseline)}: ${failures.length} known failures.`)
    return 0
  }
  return isWell(report) ? 0 : 1
}

/** What a document says without the overlays that somebody tests it with. */
const OF_DOCUMENT: readonly Grade[] = ['documented', 'derived']

/**
 * Overlays of a configuration are decisions of whoever answers for the service, and hold. Those of the command line help to
 * test a document of others, whose server never promised what they say.
 */
function judgedBy({ overlays }: Given, verify: VerifyConfig): VerifyConfig {
  const isOfOthers = overlays !== undefined && verify.grades === undefined
  return isOfOthers ? { ...verify, grades: OF_DOCUMENT } : verify
}

function isWell({ results, stale, ended }: ContractReport): boolean {
  return (
    ended === undefined && stale.length === 0 && results.every(({ outcome }) => outcome.status !== 'failed')
  )
}

async function run(options: RunOptions): Promise<ContractReport> {
  try {
    return await runContract(options)
  } catch (error) {
    if (error instanceof TargetError || error instanceof RangeError) throw new UsageError(error.message)
    throw error
  }
}

/** Colour and width are a terminal's; NO_COLOR and FORCE_COLOR are heeded. */
function terminalOf(stream: NodeJS.WriteStream): TerminalOptions {
  if (!stream.isTTY) return { color: false, width: PLAIN_WIDTH }
  return { color: stream.hasColors(), width: stream.columns }
}

function knownFailures({ baseline }: VerifyConfig, isWriting: boolean): readonly KnownFailure[] {
  if (baseline !== undefined) return readBaseline(baseline, { mayBeMissing: isWriting })
  if (isWriting) throw new UsageError('--write-baseline needs a file. Fix: name it with --baseline.')
  return []
}
