import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { folder, openapi } from '../../unit/load/folder.ts'

const root = resolve(import.meta.dirname, '../../..')
const CLI = join(root, 'generator/cli.ts')
const DOCUMENT = openapi(`servers: [{ url: 'https://pets.example' }]
paths:
  /pets: { get: { operationId: listPets, tags: [pets], responses: { '200': { description: Done } } } }
`)

function run(cwd: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [CLI, ...args], { cwd, encoding: 'utf8' })
}

test('a project is set up by what it has: document, source folder, packages, manager, scripts', async () => {
  const cwd = await folder({
    'api/openapi.yaml': DOCUMENT,
    'api/other.yaml': 'name: openapi\n',
    'src/main.ts': '',
    'pnpm-lock.yaml': '',
    'package.json':
      '{\n\t"name": "app",\n\t"type": "module",\n\t"scripts": { "generate": "other" },\n\t"dependencies": { "hono": "4", "@tanstack/vue-query": "5" }\n}\n',
  })
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(root, join(cwd, 'node_modules/concordat'))
  const { stderr, status } = run(cwd, 'init')
  expect(status, stderr).toBe(0)
  expect(
    readFileSync(join(cwd, 'concordat.config.ts'), 'utf8'),
  ).toBe(`import { defineConfig } from 'concordat/config'

export default defineConfig({
  document: 'api/openapi.yaml',
  output: 'src/generated',
  outputs: ['client', 'server', 'query'],
  queryPackage: '@tanstack/vue-query',
})
`)
  const text = readFileSync(join(cwd, 'package.json'), 'utf8')
  expect(text).toMatch(/^\{\n\t"name"/)
  expect(JSON.parse(text).scripts).toEqual({
    generate: 'other',
    'api:generate': 'concordat generate',
    'generate:check': 'concordat generate --check',
  })
  expect(stderr).toContain('pnpm add @concordat/runtime\n')
  expect(stderr).toContain('pnpm add -D concordat\n')
  expect(stderr).toContain(`import { createClient } from './src/generated/client.ts'`)
  expect(stderr).toContain('await api.pets.listPets()')
  expect(existsSync(join(cwd, 'src/generated/query.ts'))).toBe(true)
  expect(run(cwd, 'generate', '--check')).toMatchObject({ status: 0 })
  expect(run(cwd, 'init')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      `"concordat.config.ts" already exists. To add outputs, such as 'server', edit its "outputs"`,
    ),
  })
  expect(run(cwd, 'init', '--outputs', 'server,contract')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`To add 'server' and 'contract', edit its "outputs"`),
  })
})

test('--example writes a document to begin with, and never over another one', async () => {
  const cwd = await folder({ 'package.json': '{ "type": "module" }' })
  const { stderr, status } = run(cwd, 'init', '--example', '--role', 'call')
  expect(status, stderr).toBe(0)
  expect(readFileSync(join(cwd, 'openapi.yaml'), 'utf8')).toContain('operationId: listPets')
  expect(stderr).toContain('await api.pets.listPets()')
  expect(existsSync(join(cwd, 'generated/client.ts'))).toBe(true)
})

test.each<[string, Record<string, string>, readonly string[], string]>([
  [
    'a document that an example would replace',
    { 'package.json': '{}', 'openapi.yaml': DOCUMENT },
    ['--example'],
    '"--example" would replace the existing "openapi.yaml".',
  ],
  [
    'an example beside a document',
    { 'package.json': '{}', 'api.yaml': DOCUMENT },
    ['--example', '--document', 'api.yaml'],
    'Fix: use only one of them.',
  ],
  ['no package.json', { 'openapi.yaml': DOCUMENT }, [], 'Create one: npm init -y'],
  ['no document', { 'package.json': '{}' }, [], 'To start with an example: concordat init --example'],
  [
    'two documents',
    { 'package.json': '{}', 'a.yaml': DOCUMENT, 'b.json': '{ "openapi": "3.1.0" }' },
    [],
    '"a.yaml", "b.json"',
  ],
  ['a broken document', { 'package.json': '{}', 'a.yaml': 'openapi: 3.1.0\npaths: [' }, [], 'syntax-error'],
])('%s is told, and nothing is written', async (_, files, args, message) => {
  const cwd = await folder(files)
  const { stderr, status } = run(cwd, 'init', ...args)
  expect(stderr).toContain(message)
  expect(status).toBeGreaterThan(0)
  expect(existsSync(join(cwd, 'concordat.config.ts'))).toBe(false)
  if ('package.json' in files) expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe('{}')
})

test('what init writes is read in a CommonJS project, and so is what the configuration imports', async () => {
  const cwd = await folder({ 'openapi.yaml': DOCUMENT, 'package.json': '{ "type": "commonjs" }\n' })
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(root, join(cwd, 'node_modules/concordat'))
  expect(run(cwd, 'init')).toMatchObject({ status: 0 })
  expect(run(cwd, 'generate', '--check')).toMatchObject({ status: 0 })
  const file = join(cwd, 'concordat.config.ts')
  const imported = "import { output } from './output.cts'\nimport { document } from './document.ts'\n"
  writeFileSync(file, `${imported}export default { document, output, outputs: ['client'] }\n`)
  writeFileSync(join(cwd, 'document.ts'), "export const document: string = 'openapi.yaml'\n")
  writeFileSync(join(cwd, 'output.cts'), "exports.output = 'generated'\n")
  const { stderr, status } = run(cwd, 'generate', '--check')
  expect(status, stderr).toBe(0)
})

test('of several documents the one nearest to the top is meant; another one is named', async () => {
  const cwd = await folder({
    'package.json': '{}',
    'swagger.json': '{"swagger":"2.0","info":{"title":"A","version":"1"},"paths":{}}',
    'parts/openapi.yaml': DOCUMENT,
  })
  expect(run(cwd, 'init').stderr).toContain('written for swagger.json')
  const other = await folder({ 'package.json': '{}', 'a.yaml': DOCUMENT, 'b.yaml': DOCUMENT })
  expect(run(other, 'init', '--document', 'b.yaml', '--output', 'lib/api').stderr).toContain(
    'written for b.yaml',
  )
  expect(existsSync(join(other, 'lib/api/client.ts'))).toBe(true)
})

test('outputs, overlays and the root are what the command line says', async () => {
  const cwd = await folder({
    'package.json': '{"type":"module"}',
    'tsconfig.json': '{"compilerOptions":{"module":"nodenext"}}',
    'api/openapi.yaml': DOCUMENT,
    'more.yaml':
      "overlay: 1.0.0\ninfo: { title: More, version: '1' }\nactions: [{ target: $.info, update: { title: Ours } }]\n",
  })
  const given = ['--overlay', 'more.yaml', '--root', '.', '--outputs', 'server,contract']
  const { stderr, status } = run(cwd, 'init', ...given)
  expect(status, stderr).toBe(0)
  expect(readFileSync(join(cwd, 'concordat.config.ts'), 'utf8')).toContain(`  document: 'api/openapi.yaml',
  overlays: ['more.yaml'],
  root: '.',
  output: 'generated',
  outputs: ['server', 'contract'],
`)
  expect(existsSync(join(cwd, 'generated/server.ts'))).toBe(true)
  expect(existsSync(join(cwd, 'generated/client.ts'))).toBe(false)
  expect(stderr).toContain('npm install --save-dev concordat @concordat/contract vitest\n')
  expect(stderr).toContain("import { createApp } from './generated/server.js'")
  expect(stderr).toContain('npx concordat contract BASE_URL')
  expect(stderr).not.toContain('createClient')
})

test('where a document wants credentials, the programs that are shown have them', async () => {
  const cwd = await folder({
    'package.json': '{"type":"module"}',
    'openapi.yaml': openapi(`components:
  securitySchemes: { user: { type: http, scheme: basic }, 'x-key': { type: apiKey, in: header, name: X-Key } }
security: [{ user: [], x-key: [] }]
paths:
  /pets: { get: { operationId: listPets, responses: { '200': { description: Done } } } }
`),
  })
  const { stderr } = run(cwd, 'init', '--outputs', 'client,server')
  expect(stderr).toContain(
    "baseUrl: 'http://127.0.0.1:8000', credentials: { user: { username: 'YOU', password: 'YOUR-KEY' }, 'x-key': 'YOUR-KEY' }",
  )
  expect(stderr).toContain("credential === 'YOU:YOUR-KEY' ? { principal: 'you', scopes: ['*'] } : undefined")
})

test('handlers without the output that they import are refused with what makes it', async () => {
  const cwd = await folder({ 'package.json': '{"type":"module"}', 'openapi.yaml': DOCUMENT })
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(root, join(cwd, 'node_modules/concordat'))
  expect(run(cwd, 'init').status).toBe(0)
  expect(run(cwd, 'stubs', 'handlers')).toMatchObject({
    status: 2,
    stderr:
      'Handlers import "generated/server.ts", which the configuration does not generate. Fix: add "server" to "outputs" in the configuration, and run: concordat generate\n',
  })
  expect(existsSync(join(cwd, 'handlers'))).toBe(false)
  const { status, stderr } = run(cwd, 'stubs', 'handlers', '--document', 'openapi.yaml')
  expect(status).toBe(0)
  expect(stderr).toContain('"generated/server.ts" does not exist yet. Run: concordat generate\n')
})
