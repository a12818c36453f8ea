import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Packed, Project, root } from './packed.ts'

/** A project of somebody else's that has the published packages installed, and TypeScript 7. */
let packed: Packed
let project: Project
beforeAll(() => {
  packed = new Packed()
  project = new Project([packed.concordat, packed.runtime, packed.contract])
  symlinkSync(join(root, 'node_modules/@types/node'), join(project.folder, 'node_modules/@types/node'))
  cpSync(
    join(root, 'test/golden/list-with-offset-and-next/openapi.yaml'),
    join(project.folder, 'openapi.yaml'),
  )
  project.write(
    'concordat.config.ts',
    "import { defineConfig } from 'concordat/config'\nexport default defineConfig({ document: 'openapi.yaml', output: 'generated' })\n",
  )
})
afterAll(() => {
  project.remove()
  packed.remove()
})

test('the installed package generates, and its output and stubs compile in the project', () => {
  expect(project.concordat('generate').status).toBe(0)
  expect(project.concordat('generate').stderr).toContain('nothing changed')
  expect(project.concordat('stubs', 'handlers').status).toBe(0)
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
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['generated', 'handlers'] }))
  const { stdout, status } = project.node(join(root, 'node_modules/ts7/bin/tsc'), '-p', '.')
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test('generated code runs on the installed package', () => {
  project.concordat('generate')
  project.write(
    'run.ts',
    `import { createClient } from './generated/client.ts'
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
const api = createClient({ baseUrl: 'http://service.test', fetch: app })
const names: string[] = []
for await (const item of api.default.listPets.items()) names.push(item.name)
console.log(JSON.stringify([names, await api.default.getPet({ path: { petId: 7 } })]))
`,
  )
  const { stdout, stderr } = project.node('run.ts')
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([['Rex'], { id: 7, name: 'Rex' }])
})

test('verify runs from the installed package, and says in one line that a server is down', () => {
  const { status, stderr } = project.concordat('verify', 'http://127.0.0.1:1')
  expect(stderr).toMatch(/127\.0\.0\.1:1/)
  expect(status).toBe(2)
})

test('contract runs from the installed package, with the configuration', () => {
  project.write(
    'gated.config.ts',
    "export default { document: 'openapi.yaml', output: 'generated', verify: { headers: { 'X-Gate': { env: 'GATE' } } } }\n",
  )
  project.concordat('generate')
  const { status, stdout, stderr } = project.concordat(
    'contract',
    'http://127.0.0.1:1',
    '--config',
    'gated.config.ts',
  )
  expect(stdout + stderr).toContain('"verify.headers.X-Gate" names the environment variable "GATE"')
  expect(status).toBe(1)
})
