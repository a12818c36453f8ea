import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** All expected output in one program: strict, with every option of the project. */
test.each([
  ['5.9', 'typescript'],
  ['7', 'ts7'],
])('expected output compiles under TypeScript %s', (_, name) => {
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
