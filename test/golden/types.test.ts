import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/**
 * The oldest supported compiler takes three times as long as the newest. The
 * installed package is tried with both.
 */
const COMPILERS = [['7', 'ts7'], ...(process.env['TEST_LONG'] === '1' ? [['5.9', 'typescript']] : [])]

/** All expected output in one program: strict, with every option of the project. */
test.each(COMPILERS)('expected output compiles under TypeScript %s', (_, name) => {
  const tsc = join(root, 'node_modules', name, 'bin', 'tsc')
  // Each compiler remembers in a file of its own what it has checked.
  const memory = join(root, 'node_modules/.cache', `golden-${name}.tsbuildinfo`)
  const { stdout, status } = spawnSync(
    process.execPath,
    [tsc, '-p', import.meta.dirname, '--incremental', '--tsBuildInfoFile', memory],
    { encoding: 'utf8' },
  )
  expect(stdout).toBe('')
  expect(status).toBe(0)
})
