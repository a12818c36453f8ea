import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

test('the compiler says what an operation without parameters and body does not take', () => {
  const folder = join(root, 'node_modules/.cache/refused-arguments')
  const generated = join(import.meta.dirname, 'outputs-for-libraries/expected/client.ts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'call.ts'),
    [
      `import { createClient } from '${relative(folder, generated)}'`,
      'const options = { signal: AbortSignal.abort() }',
      'void createClient().health({ signal: AbortSignal.abort() })',
      'void createClient().health(options)',
      "void createClient().health({ body: 'x' })",
    ].join('\n'),
  )
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['call.ts'] }))
  const tsc = join(root, 'node_modules/ts7/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(stdout.trim().split('\n')).toEqual([
    "call.ts(3,30): error TS2353: Object literal may only specify known properties, and 'signal' does not exist in type 'NoRequest'.",
    "call.ts(4,28): error TS2559: Type '{ signal: AbortSignal; }' has no properties in common with type 'NoRequest'.",
    "call.ts(5,30): error TS2353: Object literal may only specify known properties, and 'body' does not exist in type 'NoRequest'.",
  ])
})
