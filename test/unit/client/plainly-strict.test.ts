import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const tsc = join(root, 'node_modules/ts7/bin/tsc')

const STRICT = [
  ...['--strict', '--noEmit', '--ignoreConfig', '--skipLibCheck', '--allowImportingTsExtensions'],
  ...['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom,esnext', '--types', 'node'],
]

test('queries of a list compile where optional members may be undefined', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [tsc, ...STRICT, join(root, 'test/types/query-of-list.ts')],
    {
      encoding: 'utf8',
    },
  )
  expect(stdout).toBe('')
})
