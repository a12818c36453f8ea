import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtinModules } from '../../../build/builtin-modules.ts'
import { joinModules } from '../../../build/join-modules.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'concordat-build-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('joined code takes modules of Node without importing them, except in an entry', async () => {
  const imports =
    "import paths, { join as joined, sep } from 'node:path'\nimport { existsSync } from 'node:fs'\n"
  writeFileSync(
    join(folder, 'later.js'),
    `${imports}export const later = [paths.sep === sep, joined('a', 'b') === 'a' + sep + 'b', existsSync('/')]\n`,
  )
  writeFileSync(
    join(folder, 'start.js'),
    "import { existsSync } from 'node:fs'\nexport const start = async () => [existsSync('/'), ...(await import('./later.js')).later]\n",
  )
  await joinModules(folder, {
    folder: 'joined',
    starts: ['start.js'],
    packages: [],
    inlined: {},
    together: { later: ['later.js'] },
    plugins: [builtinModules],
  })
  const entry = readFileSync(join(folder, 'start.js'), 'utf8')
  expect(entry).toContain('from "node:fs"')
  const [file = ''] = /joined\/later-[\w-]+\.js/.exec(entry) ?? []
  const joined = readFileSync(join(folder, file), 'utf8')
  expect(joined).not.toContain('from "node:')
  expect(joined).toContain('process.getBuiltinModule("node:fs")')
  const { start } = await import(/* @vite-ignore */ join(folder, 'start.js'))
  expect(await start()).toEqual([true, true, true, true])
})
