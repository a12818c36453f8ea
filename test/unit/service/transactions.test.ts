import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * Files that begin a transaction themselves, with the reason why the transaction is not repeated after a
 * conflict.
 */
const BY_THEMSELVES: Readonly<Record<string, string>> = {
  'server/database/retry.ts': 'repeats',
  'server/events/home.ts': 'waits a second for its locks, and begins again',
  'server/events/move/drop-left.ts': 'waits a second for its locks, and begins again',
  'server/events/open-events.ts': 'reads alone, and holds no row',
  'server/batch-exports/processes/attempt-run.ts': 'reads alone; its job repeats what was sent',
}

test('whatever changes rows begins again where it meets another transaction', () => {
  const files = globSync('server/**/*.ts', { cwd: ROOT, exclude: (name) => name === 'node_modules' })
  expect(files.length).toBeGreaterThan(200)
  const found = files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('.transaction()'))
  expect(found.sort()).toEqual(Object.keys(BY_THEMSELVES).sort())
})
