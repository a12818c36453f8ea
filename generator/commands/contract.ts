import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import {
  type ContractReport,
  describeReport,
  EVENTS,
  EventFile,
  FindingLines,
  RunRecord,
  replayLine,
  rulesToSelect,
  SelectionError,
} from '@concordat/contract'
import { UsageError } from '../errors/problem.ts'
import { fileDisplayName } from '../load/source/file-name.ts'
import type { Config } from '../options/config/config-types.ts'
import { DEFAULT_OUTPUTS } from '../outputs/outputs.ts'
import { readDocument } from '../pipeline/read-document.ts'
import { ContractReporter } from './contract/reporter.ts'
import { clauseLocator } from './locate-clause.ts'
import type { Progress } from './progress/progress.ts'
import { runExitCode } from './reports/exit-code.ts'
import { tellReport } from './reports/tell-report.ts'
import { readBaselineFile } from './verify/baseline-file.ts'
import { credentialTableBeforeRun } from './verify/credential-table.ts'
import { withEnvironment } from './verify/settings/environment.ts'
import { buildSettings } from './verify/settings/settings.ts'

/** Package entry of `contract/setup.ts`. */
const SETUP = 'concordat/contract/setup'

export interface ContractOptions {
  readonly config: Config
  /** The configuration file; absent if the command line specifies a document. */
  readonly configFile?: string | undefined
  readonly baseUrl: string
  readonly progress: Progress
}

/**
 * Runs the generated contract tests against a server, with vitest, and prints the same report as "verify".
 * @returns the exit code that "verify" would have; 1 if an item was left behind or a test could not run.
 * @throws {UsageError} if nothing was generated yet, or vitest is missing.
 */
export async function contractCommand(options: ContractOptions): Promise<0 | 1 | 2 | 3> {
  const { config, baseUrl, progress } = options
  const root = join(config.output, 'contract')
  expectGenerated(options, root)
  const { startVitest } = await import('vitest/node').catch(refuseWithoutVitest)
  const { model, locate } = await readDocument(config)
  const document = model.descriptor
  const environment = process.env
  const verify = withEnvironment(config.verify ?? {}, environment)
  const baseline =
    verify.baseline === undefined ? [] : readBaselineFile(verify.baseline, { mayBeMissing: false })
  const { target, select, seed } = await buildSettings(verify, { document, baseUrl, environment, baseline })
  const credentials = credentialTableBeforeRun({ document, target, select, environment })
  if (credentials !== undefined) progress.done(credentials)
  const lines = new FindingLines(document)
  const record = bookOf({
    ...{ document, base: model.base, decided: model.decided, baseUrl, baseline },
    ...(select !== undefined && { select }),
    ...(seed !== undefined && { seed }),
    replay: (check) => replayLine(['concordat', 'verify', baseUrl], check),
    onResult: (result) => {
      for (const line of lines.linesOf(result)) progress.done(line)
    },
  })
  const { problems, failure } = await runTests(options, { root, record, startVitest })
  for (const problem of problems) progress.fail(problem)
  const report = record.report()
  const isRun = record.results.settled > 0
  const exitCode = problems.length > 0 || !isRun ? 1 : exitCodeOf(report)
  if (isRun || (problems.length === 0 && failure === undefined))
    await tellReport(
      describeReport({
        ...{ report, document, checks: rulesToSelect(select ?? {}) },
        locate: clauseLocator(model.document, locate),
      }),
      { files: [], progress, exitCode },
    )
  if (failure !== undefined) throw failure
  return exitCode
}

/** Generated tests also fail for an item left behind. */
function exitCodeOf(report: ContractReport): 0 | 1 | 2 | 3 {
  return runExitCode(report) || (report.leftBehind.length > 0 ? 1 : 0)
}

function bookOf(options: ConstructorParameters<typeof RunRecord>[0]): RunRecord {
  try {
    return new RunRecord(options)
  } catch (error) {
    if (error instanceof SelectionError) throw new UsageError(error.message)
    throw error
  }
}

type StartVitest = typeof import('vitest/node')['startVitest']

interface TestRun {
  /** Distinct reasons why tests could not run. */
  readonly problems: readonly string[]
  /** The error that ended the run early; it is thrown after the results have been printed. */
  readonly failure?: unknown
}

async function runTests(
  { configFile, baseUrl }: ContractOptions,
  {
    root,
    record,
    startVitest,
  }: { readonly root: string; readonly record: RunRecord; readonly startVitest: StartVitest },
): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'concordat-'))
  const file = join(folder, 'events')
  await writeFile(file, '')
  const events = new EventFile(file)
  process.env[EVENTS] = file
  process.env['CONCORDAT_BASE_URL'] = baseUrl
  if (configFile !== undefined) process.env['CONCORDAT_CONFIG'] = resolve(configFile)
  const reporter = new ContractReporter(() => {
    for (const event of events.drain()) record.note(event)
  })
  try {
    const vitest = await startVitest('test', [], {
      root,
      config: false,
      include: ['*.test.ts'],
      watch: false,
      // Uses the setup file of the package that the tests import, so that the tests and the setup share the
      // package's settings.
      setupFiles: configFile === undefined ? [] : [createRequire(join(root, 'contract.ts')).resolve(SETUP)],
      // All test files share one worker and one set of fixtures, because a test can read items that an
      // earlier file created.
      fileParallelism: false,
      isolate: false,
      reporters: [reporter],
      // These limits only guard against hangs; each request has its own timeout.
      testTimeout: 120_000,
      hookTimeout: 120_000,
    })
    await vitest.close()
    return { problems: reporter.problems }
  } catch (failure) {
    return { problems: reporter.problems, failure }
  } finally {
    events.close()
    delete process.env[EVENTS]
    await rm(folder, { recursive: true })
  }
}

function expectGenerated({ config, configFile }: ContractOptions, root: string): void {
  if (existsSync(root)) return
  const { document, output, outputs = DEFAULT_OUTPUTS } = config
  const run = 'run: concordat generate'
  const fix =
    configFile === undefined
      ? `Fix: ${run} --document ${fileDisplayName(document)} --output ${relative(process.cwd(), output)} --outputs contract`
      : `Fix: ${outputs.includes('contract') ? '' : 'add "contract" to "outputs" in the configuration, then '}${run}`
  throw new UsageError(`There are no contract tests in "${relative(process.cwd(), root)}". ${fix}`)
}

function refuseWithoutVitest(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause
  throw new UsageError(
    '"concordat contract" runs the generated tests with vitest, which is not installed. Fix: run npm install --save-dev vitest, or use "concordat verify", which does not need it.',
    { cause },
  )
}
