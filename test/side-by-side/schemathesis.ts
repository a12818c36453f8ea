import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '../../generator/errors/problem.ts'
import type { Subject } from '../mutants/subject.ts'
import { type Ended, runProgram } from './program.ts'
import { readReport } from './schemathesis-report.ts'
import { type Api, writeSettings } from './schemathesis-settings.ts'

/** Schemathesis, installed. */
export interface Schemathesis {
  readonly path: string
  readonly version: string
}

/** One run of Schemathesis. */
export interface Round {
  readonly api: Api
  /** URL of the server, without a trailing slash. */
  readonly url: string
  readonly subject: Subject
  readonly seed: number
  readonly workers: number
  /**
   * Number of cases that the fuzzing phase creates per operation, and the stateful phase for the document.
   */
  readonly maxExamples: number
  /** operationIds; absent: all. */
  readonly operations?: readonly string[]
  readonly signal: AbortSignal
}

/** Findings of a run. */
export interface Found {
  readonly seconds: number
  /** The check and operation of each failure, as `check METHOD path`. Empty for a run without a report. */
  readonly failures: ReadonlySet<string>
  /** True if the time limit stopped the run; the failures are those found until then. */
  readonly isCut: boolean
}

/** Far longer than any run has taken: a run that still continues then is hanging. */
const LIMIT_SECONDS = 15 * 60

/**
 * Finds Schemathesis in a Python virtual environment.
 * @throws {UsageError} with the commands that install it, if it is not there.
 */
export async function findSchemathesis(folder: string, signal: AbortSignal): Promise<Schemathesis> {
  const path = join(folder, 'bin', 'schemathesis')
  if (!existsSync(path))
    throw new UsageError(
      `There is no "${path}". Install it: python3 -m venv ${folder} && ${folder}/bin/pip install schemathesis`,
    )
  const { code, output } = await runProgram({
    path,
    args: ['--version'],
    cwd: folder,
    env: environment(tmpdir()),
    limitSeconds: 60,
    signal,
  })
  const version = /\d+\.\d+\.\d+/.exec(output)?.[0]
  if (code !== 0 || version === undefined)
    throw new UsageError(`"${path} --version" does not work; it printed:\n${output}`)
  return { path, version }
}

/**
 * Runs all its checks in all its phases on a server, in a separate temporary folder.
 * @param isReported whether failures are needed; writing them takes time.
 * @throws Error with its output if it did not test at all.
 */
export async function runSchemathesis(
  tool: Schemathesis,
  round: Round,
  { isReported }: { isReported: boolean },
): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-schemathesis-'))
  try {
    const settings = writeSettings(folder, round)
    const report = join(folder, 'report.ndjson')
    const ended = await runProgram({
      path: tool.path,
      args: [
        ...['--config-file', settings.config, 'run', settings.document, '--url', round.url],
        ...['--checks', 'all', '--phases', 'examples,coverage,fuzzing,stateful', '--mode', 'all'],
        ...['--max-examples', String(round.maxExamples), '--seed', String(round.seed)],
        ...['--workers', String(round.workers), '--continue-on-failure', '--no-shrink', '--no-color'],
        ...['--generation-database', 'none'],
        ...(round.operations ?? []).flatMap((id) => ['--include-operation-id', id]),
        ...(isReported ? ['--report', 'ndjson', '--report-ndjson-path', report] : []),
      ],
      cwd: folder,
      env: environment(folder),
      limitSeconds: LIMIT_SECONDS,
      signal: round.signal,
    })
    assertTested(ended)
    return {
      seconds: ended.seconds,
      failures: isReported ? await readReport(report) : new Set(),
      isCut: ended.code === undefined,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Throws unless the exit code is 0, which means that all is well, or 1, which means that a check failed. */
function assertTested({ code, output }: Ended): void {
  if (code === undefined || code === 0 || code === 1) return
  throw new Error(`Schemathesis ended with ${code}:\n${output}`)
}

/** Its caches are in the temporary folder, and loopback requests bypass the machine's proxy. */
function environment(home: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home, NO_PROXY: '*', PYTHONUTF8: '1' }
}
