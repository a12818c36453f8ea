import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const tsc = join(root, 'node_modules/ts7/bin/tsc')

const STRICT = [
  ...['--strict', '--noEmit', '--ignoreConfig', '--skipLibCheck', '--allowImportingTsExtensions'],
  ...['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom,esnext', '--types', 'node'],
]

test('queries of a list and all expected output compile where optional members may be undefined', () => {
  const files = ['test/types/query-of-list.ts', ...globSync('test/golden/*/expected/**/*.ts', { cwd: root })]
  const { stdout } = spawnSync(process.execPath, [tsc, ...STRICT, ...files], { encoding: 'utf8', cwd: root })
  expect(files.length).toBeGreaterThan(200)
  // Published packages contain declarations, which cause fewer errors than the sources that are used here.
  const ours = stdout.split('\n').filter((line) => line.startsWith('test/'))
  expect(ours).toEqual([])
})
