import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putNpx } from '../e2e/cli/project.ts'
import { root } from '../e2e/package/packed.ts'
import { OWN_DOCUMENTS } from './documents.ts'
import { journey, WANTED } from './journey.ts'
import { Terminal } from './terminal.ts'

/**
 * A folder with linked packages. `npm run newcomer` installs them with each manager, and compiles as well.
 */
let terminal: Terminal
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-newcomer-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/concordat'))
  symlinkSync(join(root, 'node_modules/@concordat'), join(folder, 'node_modules/@concordat'))
  terminal = new Terminal({ folder, programs: [putNpx(folder)], signal: new AbortController().signal })
  terminal.write('package.json', '{ "type": "module" }\n')
})
afterEach(() => rmSync(terminal.folder, { recursive: true }))

test.each(Object.entries(OWN_DOCUMENTS))(
  'a newcomer with a document of %s calls, serves, tests and compiles',
  async (_, document) => {
    const manager = { run: 'npx', node: 'node' }
    const outcome = await journey({ terminal, manager, document, goals: WANTED })
    expect(outcome, terminal.kept).toEqual(Object.fromEntries(WANTED.map((goal) => [goal, 'works'])))
  },
)
