import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { UsageError } from '../errors/problem.ts'
import type { Config } from '../options/config/config-types.ts'

/** The entry of `contract/setup.ts`. */
const SETUP = 'concordat/contract/setup'

export interface ContractOptions {
  readonly config: Config
  /** The file that the configuration is in; absent when the command line names a document instead. */
  readonly configFile?: string | undefined
  readonly baseUrl: string
}

/**
 * Runs the generated contract tests against a server, with vitest: one group for each operation, one test for each rule.
 * @returns 0 when every rule held, 1 when one failed.
 * @throws {UsageError} when nothing was generated yet, or vitest is missing.
 */
export async function contractCommand({ config, configFile, baseUrl }: ContractOptions): Promise<0 | 1> {
  const root = join(config.output, 'contract')
  if (!existsSync(root)) {
    throw new UsageError(
      `There are no contract tests in "${relative(process.cwd(), root)}". Run: concordat generate`,
    )
  }
  process.env['CONCORDAT_BASE_URL'] = baseUrl
  if (configFile !== undefined) process.env['CONCORDAT_CONFIG'] = resolve(configFile)
  const { startVitest } = await import('vitest/node').catch(refuseWithoutVitest)
  const vitest = await startVitest('test', [], {
    root,
    config: false,
    include: ['*.test.ts'],
    watch: false,
    // Of the package that the tests import: there is one place that holds their settings.
    setupFiles: configFile === undefined ? [] : [createRequire(join(root, 'contract.ts')).resolve(SETUP)],
    // One worker with one set of fixtures: what one file created the next may read.
    fileParallelism: false,
    isolate: false,
    reporters: ['verbose'],
    // Against hangs only; each request has a time-out of its own.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  })
  const failed =
    vitest.state.getFiles().length === 0 || vitest.state.getCountOfFailedTests() > 0 || process.exitCode === 1
  await vitest.close()
  return failed ? 1 : 0
}

function refuseWithoutVitest(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause
  throw new UsageError(
    '"concordat contract" runs the generated tests on vitest, which is not installed. Fix: npm install --save-dev vitest, or "concordat verify", which does without.',
    { cause },
  )
}
