import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publintOf, wrongTypesOf } from '../package/published-well.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The package.json that npm writes in an empty folder. */
const EMPTY = {
  name: 'pets-sdk',
  version: '1.0.0',
  main: 'index.js',
  scripts: { test: 'echo' },
  license: 'ISC',
  type: 'commonjs',
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'concordat-client-package-'))
  cpSync(join(root, 'test/e2e/package/petstore.yaml'), join(folder, 'openapi.yaml'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify(EMPTY))
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(join(root, 'node_modules/.bin/tsc'), join(folder, 'node_modules/.bin/tsc'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(command: string, ...args: readonly string[]) {
  return spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
}

test('init --package makes a package that others can install and call', async () => {
  const { status, stderr } = run(process.execPath, join(root, 'generator/cli.ts'), 'init', '--package')
  expect(stderr).toContain('npm install --save-dev concordat typescript')
  expect(stderr).toContain('npm publish')
  expect(status).toBe(0)
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(
    "import { createClient } from 'pets-sdk'\n\nconst api = createClient({ baseUrl: 'http://127.0.0.1:8000' })\nawait api.pet.findPetsByStatus()\nawait api.store.getInventory()\n",
  )
  const packed = run('npm', 'pack', '--silent')
  expect(packed.stderr).toBe('')
  const file = join(folder, packed.stdout.trim())
  const bytes = readFileSync(file)
  expect(await publintOf(bytes)).toEqual([])
  expect(await wrongTypesOf(bytes)).toEqual([])

  const installed = join(folder, 'node_modules/pets-sdk')
  mkdirSync(installed)
  run('tar', '-xzf', file, '-C', installed, '--strip-components=1')
  writeFileSync(
    join(folder, 'caller.mjs'),
    `import { ApiError, createClient } from 'pets-sdk'
const fetch = async () => Response.json({}, { status: 404 })
const api = createClient({ baseUrl: 'http://service.test', fetch })
api.store.getInventory().catch((error) => console.log(error instanceof ApiError, error.status))
`,
  )
  expect(run(process.execPath, 'caller.mjs')).toMatchObject({ stdout: 'true 404\n', stderr: '' })
})

test('what is there already stays, and a second configuration is refused', () => {
  const page = readFileSync(join(folder, 'README.md'), 'utf8')
  rmSync(join(folder, 'concordat.config.ts'))
  writeFileSync(join(folder, 'README.md'), `${page}Ours.\n`)
  const { stderr } = run(process.execPath, join(root, 'generator/cli.ts'), 'init', '--package')
  expect(stderr).toContain('README.md: already exists, left unchanged.')
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe(`${page}Ours.\n`)
  expect(run(process.execPath, join(root, 'generator/cli.ts'), 'init', '--package').status).toBe(2)
})

test('a schema that is called like what clients need does not hide it', () => {
  const text = readFileSync(join(folder, 'openapi.yaml'), 'utf8')
  for (const file of ['concordat.config.ts', 'src/index.ts']) rmSync(join(folder, file))
  writeFileSync(join(folder, 'openapi.yaml'), text.replaceAll(/\bPet\b(?=['":])/g, 'Client'))
  expect(run(process.execPath, join(root, 'generator/cli.ts'), 'init', '--package').status).toBe(0)
  expect(readFileSync(join(folder, 'src/index.ts'), 'utf8')).toContain(
    "export type * as types from './generated/types.js'",
  )
})
