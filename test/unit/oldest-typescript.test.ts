import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const ENTRIES = ['access', 'contract', 'document', 'passive', 'values']

test('programs that import the sources of the suite compile under TypeScript 5.9', () => {
  const folder = join(root, 'node_modules/.cache/oldest-typescript')
  mkdirSync(folder, { recursive: true })
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noEmit: true, incremental: false },
    include: [],
    files: ENTRIES.map((name) => join(root, `runtime/contract/${name}.ts`)),
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const program = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [program, '-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})
