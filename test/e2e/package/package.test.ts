import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

/** A project of somebody else's that has the published package installed, and TypeScript 7. */
let project: string
beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'generator/package.ts')], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  project = mkdtempSync(join(tmpdir(), 'concordat-project-'))
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true })
  symlinkSync(join(root, 'dist'), join(project, 'node_modules/concordat'))
  symlinkSync(join(root, 'node_modules/vitest'), join(project, 'node_modules/vitest'))
  symlinkSync(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'))
  cpSync(join(root, 'test/golden/list-with-offset-and-next/openapi.yaml'), join(project, 'openapi.yaml'))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(project, 'concordat.config.ts'),
    "import { defineConfig } from 'concordat/config'\nexport default defineConfig({ document: 'openapi.yaml', output: 'generated' })\n",
  )
})
afterAll(() => rmSync(project, { recursive: true }))

const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
const concordat = (...args: string[]) =>
  node(join(project, 'node_modules/concordat/generator/cli.js'), ...args)

test('the installed package generates, and its output and stubs compile in the project', () => {
  expect(concordat('generate').status).toBe(0)
  expect(concordat('generate').stderr).toContain('nothing changed')
  expect(concordat('stubs', 'handlers').status).toBe(0)
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'es2024',
    allowImportingTsExtensions: true,
    noEmit: true,
    types: ['node'],
  }
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['generated', 'handlers'] }),
  )
  const { stdout, status } = node(join(root, 'node_modules/ts7/bin/tsc'), '-p', project)
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test('generated code runs on the installed package', () => {
  concordat('generate')
  writeFileSync(
    join(project, 'run.ts'),
    `import { createPagesClient } from './generated/client.ts'
import { createApp } from './generated/server.ts'

const pet = { id: 1, name: 'Rex' }
const app = createApp({
  handlers: {
    listPets: async () => ({ status: 200, body: { count: 1, next: null, previous: null, results: [pet] } }),
    createPet: async ({ body }) => ({ status: 201, body: { ...body, id: 2 } }),
    getPet: async ({ path }) => ({ status: 200, body: { ...pet, id: path.petId } }),
    deletePet: async () => ({ status: 204 }),
    feedPet: async () => ({ status: 200, body: pet }),
  },
})
const api = createPagesClient({ baseUrl: 'http://service.test', fetch: app })
const names: string[] = []
for await (const item of api.default_.listPets.items()) names.push(item.name)
console.log(JSON.stringify([names, await api.default_.getPet({ path: { petId: 7 } })]))
`,
  )
  const { stdout, stderr } = node('run.ts')
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([['Rex'], { id: 7, name: 'Rex' }])
})

test('verify runs from the installed package, and says in one line that a server is down', () => {
  const { status, stderr } = concordat('verify', 'http://127.0.0.1:1')
  expect(stderr).toMatch(/127\.0\.0\.1:1/)
  expect(status).toBe(2)
})

test('contract runs from the installed package, with the configuration', () => {
  writeFileSync(
    join(project, 'gated.config.ts'),
    "export default { document: 'openapi.yaml', output: 'generated', verify: { headers: { 'X-Gate': { env: 'GATE' } } } }\n",
  )
  concordat('generate')
  const { status, stdout, stderr } = concordat(
    'contract',
    'http://127.0.0.1:1',
    '--config',
    'gated.config.ts',
  )
  expect(stdout + stderr).toContain('"verify.headers.X-Gate" names the environment variable "GATE"')
  expect(status).toBe(1)
})
