import {
  Coverage,
  checks,
  describeReport,
  formatReport,
  GRADES,
  type Grade,
  parseBudget,
  runContract,
  TargetError,
  type TerminalOptions,
  targetFromEnvironment,
} from '../../runtime/contract/contract.ts'
import type { Config } from '../config.ts'
import { UsageError } from '../errors/problem.ts'
import { generate } from '../generate.ts'
import { clauseLocator } from './locate-clause.ts'
import type { Progress } from './progress.ts'
import { readReportFiles, STANDARD_OUTPUT, writeReportFiles } from './report-files.ts'
import { RunProgress } from './run-progress.ts'
import { formatWarnings } from './warnings.ts'

/** Columns of prose that goes to a file or another program. */
const PLAIN_WIDTH = 120

export interface VerifyOptions {
  readonly config: Config
  readonly baseUrl: string
  /** Empty lists select everything. */
  readonly operations: readonly string[]
  readonly rules: readonly string[]
  readonly grades: readonly string[]
  readonly seed?: string
  /** Requests for each operation, or "exhaustive". */
  readonly budget?: string
  /** "FORMAT=FILE" each. */
  readonly reports: readonly string[]
  readonly progress: Progress
}

/**
 * Runs the contract rules from the document alone. Credentials and path parameters come from the environment, as for
 * the generated tests.
 * Reports go to the files that `reports` names, the summary to the standard output, or beside it when a report goes there.
 * @returns 0 when every rule held, 1 when one failed.
 * @throws {UsageError} for an unknown operation, rule or grade, and for a server that cannot be tested at all.
 */
export async function verifyCommand(options: VerifyOptions): Promise<0 | 1> {
  const { config, baseUrl, progress } = options
  const reports = readReportFiles(options.reports)
  const { model, warnings, locate } = await generate({ ...config, outputs: [] }, (stage) =>
    progress.step(stage),
  )
  if (warnings.length > 0) progress.done(formatWarnings(warnings))
  const target = targetFromEnvironment(model.descriptor, { ...process.env, CONCORDAT_BASE_URL: baseUrl })
  if (target === undefined)
    throw new UsageError('A base URL is needed: concordat verify http://127.0.0.1:8000')
  const coverage = new Coverage(model.descriptor)
  const running = new RunProgress(progress)
  try {
    const report = await runContract({
      document: model.descriptor,
      base: model.base,
      decided: model.decided,
      target,
      select: {
        ...(options.operations.length > 0 && { operations: options.operations }),
        ...(options.rules.length > 0 && { rules: options.rules }),
        ...(options.grades.length > 0 && { grades: options.grades.map(grade) }),
      },
      ...(options.seed !== undefined && { seed: options.seed }),
      ...(options.budget !== undefined && { budget: parseBudget(options.budget, '--budget') }),
      onProgress: (step) => running.step(step),
      onExchange: (plan, answer) => {
        coverage.observe(plan, answer)
        running.request()
      },
    })
    progress.clear()
    const described = describeReport({
      report,
      document: model.descriptor,
      checks,
      locate: clauseLocator(model.document, locate),
      coverage: coverage.report(),
    })
    const stream = reports.some(({ file }) => file === STANDARD_OUTPUT) ? process.stderr : process.stdout
    stream.write(`${formatReport(described, terminalOf(stream))}\n`)
    await writeReportFiles(reports, described)
    return report.results.some(({ outcome }) => outcome.status === 'failed') || report.interrupted ? 1 : 0
  } catch (error) {
    progress.clear()
    if (error instanceof TargetError || error instanceof RangeError) throw new UsageError(error.message)
    throw error
  }
}

/** Colour and width are a terminal's; NO_COLOR and FORCE_COLOR are heeded. */
function terminalOf(stream: NodeJS.WriteStream): TerminalOptions {
  if (!stream.isTTY) return { color: false, width: PLAIN_WIDTH }
  return { color: stream.hasColors(), width: stream.columns }
}

function grade(name: string): Grade {
  const known = GRADES.find((candidate) => candidate === name)
  if (known === undefined)
    throw new UsageError(`There is no grade "${name}". Expected one of: ${GRADES.join(', ')}.`)
  return known
}
