import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesTogether, installedIn } from '../../../bench/install/installed.ts'
import { generate } from '../../../generator/generate.ts'
import { Packed, Project, PUBLISHED, root } from './packed.ts'
import { COMPILERS, callerOf, SET_UPS } from './projects.ts'
import { publintOf, wrongTypesOf } from './published-well.ts'

const { version } = JSON.parse(readFileSync(join(root, 'node_modules/vitest/package.json'), 'utf8')) as {
  version: string
}

let packed: Packed
/** A user's project with the published packages and vitest installed. */
let project: Project
/** A project that runs a generated client, with only the runtime installed. */
let user: Project
beforeAll(() => {
  packed = new Packed()
  const tarballs = Object.values(packed.packages).map(({ tarball }) => tarball)
  project = new Project([...tarballs, `vitest@${version}`])
  user = new Project(['--omit=dev', packed.packages.runtime.tarball])
  symlinkSync(join(root, 'node_modules/@types/node'), join(project.folder, 'node_modules/@types/node'))
  cpSync(
    join(root, 'test/golden/list-with-offset-and-next/openapi.yaml'),
    join(project.folder, 'openapi.yaml'),
  )
  project.write(
    'concordat.config.ts',
    "import { defineConfig } from 'concordat/config'\nexport default defineConfig({ document: 'openapi.yaml', output: 'generated' })\n",
  )
  // The packages are installed from the registry.
})
afterAll(() => {
  user.remove()
  project.remove()
  packed.remove()
})

/** Returns the files to which a package's entry points, commands and vendored modules refer. */
function namedFiles(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('./') ? [value.slice(2)] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namedFiles) : []
}

describe('what is published', () => {
  /** Files besides modules in each package's root folder. */
  const PAGES = ['LICENSE', 'README.md', 'package.json']

  test.each(PUBLISHED)('of %s: modules, their types, and its pages', (name) => {
    const { manifest, files } = packed.packages[name]
    const own = name === 'concordat' ? ['CHANGELOG.md', ...PAGES] : PAGES
    expect(files.filter((file) => !file.includes('/') && !/\.(d\.ts|js)$/.test(file))).toEqual(own)
    const others = files.filter((file) => !/\.(d\.ts|js)$/.test(file) && !own.includes(file))
    const rest = others.filter((file) => !/(^|\/)LICENSE$/.test(file))
    // This package.json declares the module type for `require`.
    expect(rest).toEqual(name === 'runtime' ? ['commonjs/package.json'] : [])
    expect(files.filter((file) => /^(test|bench|build|docs|dist|node_modules|spec)\//.test(file))).toEqual([])
    const named = ['exports', 'imports', 'bin'].flatMap((member) => namedFiles(manifest[member]))
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((file) => !files.includes(file))).toEqual([])
    expect(manifest).toMatchObject({
      license: 'MIT',
      type: 'module',
      engines: { node: expect.any(String) },
      // Scoped packages are private by default. An attestation identifies the commit and the run from which
      // they were built.
      publishConfig: { access: 'public', provenance: true },
      ...{ homepage: expect.any(String), bugs: { url: expect.any(String) }, author: expect.any(String) },
      ...{
        keywords: expect.arrayContaining(['openapi']),
        repository: { type: 'git', url: expect.any(String) },
      },
    })
    for (const member of ['private', 'scripts', 'devDependencies', 'workspaces'])
      expect(manifest).not.toHaveProperty(member)
  })

  test.each(PUBLISHED)('publint and arethetypeswrong find nothing in %s', async (name) => {
    const tarball = readFileSync(packed.packages[name].tarball)
    expect(await publintOf(tarball)).toEqual([])
    expect(await wrongTypesOf(tarball)).toEqual([])
  })

  test.each(PUBLISHED)('npm would publish %s, public and with its own version', (name) => {
    const folder = join(root, 'dist', name)
    const { status, stdout, stderr } = spawnSync('npm', ['publish', '--dry-run', '--json', folder], {
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    const said: object = JSON.parse(stdout)
    const { manifest } = packed.packages[name]
    const report = 'id' in said ? said : Object.values(said)[0]
    expect(report).toMatchObject({ id: `${manifest['name']}@${manifest['version']}` })
  })

  test('modules have no effects of their own, so that bundlers drop what is not used', () => {
    for (const name of ['runtime', 'contract', 'mock'] as const)
      expect(packed.packages[name].manifest['sideEffects'], name).toBe(false)
  })
})

test('the installed package generates, and its output and stubs compile in the project', () => {
  expect(project.concordat('generate').status).toBe(0)
  expect(project.concordat('generate').stderr).toContain('nothing changed')
  const joined = 'node_modules/concordat/generator/joined'
  const [module = ''] = readdirSync(join(project.folder, joined)).filter((name) =>
    name.startsWith('printing-'),
  )
  project.write(join(joined, module), `${readFileSync(join(project.folder, joined, module), 'utf8')}\n`)
  expect(project.concordat('generate').stderr).toContain('unchanged')
  expect(project.concordat('stubs', 'handlers').status).toBe(0)
  // Only adding to existing handlers needs the package that parses them, which brings in a compiler.
  expect(project.concordat('stubs', 'handlers')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Fix: npm install --save-dev ts-morph'),
  })
  // The same applies to serving agents.
  expect(project.concordat('mcp')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Fix: npm install --save-dev @modelcontextprotocol/sdk'),
  })
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

test('generating loads few files, none of other packages here and no rules: Node takes longer to find and link two hundred than to generate', () => {
  const counting = `import { registerHooks } from 'node:module'
const files = new Set()
registerHooks({ load(url, context, next) { if (url.startsWith('file:')) files.add(url); return next(url, context) } })
process.on('exit', () => console.log(JSON.stringify([...files])))`
  project.write('counting.mjs', counting)
  const command = join(project.folder, 'node_modules/.bin/concordat')
  const options = ['--document', 'openapi.yaml', '--output', 'counted']
  const { status, stdout } = project.node('--import', './counting.mjs', command, 'generate', ...options)
  expect(status).toBe(0)
  const files: readonly string[] = JSON.parse(stdout)
  expect(files.length).toBeGreaterThan(0)
  expect(files.length).toBeLessThan(40)
  expect(files.filter((file) => file.includes('/@concordat/'))).toEqual([])
  // The rules of the suite are as large as the generator, and generating needs none of them.
  const texts = files.map((file) => readFileSync(file.replace(/^file:\/\//, ''), 'utf8'))
  expect(texts.filter((text) => text.includes('function familiesFor('))).toEqual([])
})

test('the command is written in ASCII: of any other character Node makes two bytes of all', () => {
  const folder = join(project.folder, 'node_modules/concordat/generator/joined')
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => /[^\0-\x7f]/.test(readFileSync(join(folder, name), 'utf8')))).toEqual([])
})

test('an output whose printer is not installed is refused with what installs it', () => {
  project.write(
    'openapi.config.ts',
    "export default { document: 'openapi.yaml', output: 'printed', outputs: ['openapi'] }\n",
  )
  const { status, stderr } = project.concordat('generate', '--config', 'openapi.config.ts')
  expect(stderr).toContain('npm install --save-dev openapi-typescript@7.13 typescript@5')
  expect(existsSync(join(project.folder, 'printed'))).toBe(false)
  expect(status).toBe(2)
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
for await (const item of api.listPets.items()) names.push(item.name)
console.log(JSON.stringify([names, await api.getPet({ path: { petId: 7 } })]))
`,
  )
  const { stdout, stderr } = project.node('run.ts')
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([['Rex'], { id: 7, name: 'Rex' }])
})

test('the runtime loads by `require`, also where Node cannot `require` its modules', () => {
  user.write(
    'required.cjs',
    `const { createClient, ApiError, defineOperation } = require('@concordat/runtime/client')
const { createValidator } = require('@concordat/runtime/schema')
const read = defineOperation({ operationId: 'read', method: 'GET', path: '/pets/{id}', statuses: '200' })
const client = createClient({ baseUrl: 'http://a.test', fetch: async () => Response.json({}, { status: 404 }) })
const { issues } = createValidator()({ pattern: '^(a+)+$' })['~standard'].validate('aaa!')
read(client, { path: { id: 1 } }).catch((error) => console.log(error instanceof ApiError, error.status, issues.length))
`,
  )
  const { stdout, stderr } = user.node('--no-experimental-require-module', 'required.cjs')
  expect(stderr).toBe('')
  expect(stdout).toBe('true 404 1\n')
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
  expect(stdout + stderr).toContain('"verify.headers.X-Gate" refers to the environment variable "GATE"')
  expect(status).toBe(2)
})

test('the installed command inlines the runtime as it does here', async () => {
  const given = {
    document: 'openapi.yaml',
    output: 'inlined',
    outputs: ['client', 'server'],
    runtime: 'inline',
  } as const
  project.write('inline.config.mjs', `export default ${JSON.stringify(given)}\n`)
  expect(project.concordat('generate', '--config', 'inline.config.mjs')).toMatchObject({ status: 0 })
  const output = join(project.folder, 'inlined')
  const { files } = await generate({ ...given, document: join(project.folder, 'openapi.yaml'), output })
  expect(files.size).toBeGreaterThan(100)
  const differing = [...files].filter(([path, text]) => readFileSync(join(output, path), 'utf8') !== text)
  expect(differing).toEqual([])
})

test('contract says what to install where vitest is missing', () => {
  const vitest = join(project.folder, 'node_modules/vitest')
  project.concordat('generate')
  renameSync(vitest, `${vitest}-away`)
  const { status, stderr } = project.concordat('contract', 'http://127.0.0.1:1')
  renameSync(`${vitest}-away`, vitest)
  expect(stderr).toBe(
    '"concordat contract" runs the generated tests with vitest, which is not installed. Fix: run npm install --save-dev vitest, or use "concordat verify", which does not need it.\n',
  )
  expect(status).toBe(2)
})

test('a project that calls a service installs one package of less than 0.95 MB, and its modules for `require`', () => {
  const packages = installedIn(user.folder)
  expect(packages.map(({ name }) => name)).toEqual(['@concordat/runtime'])
  const folder = join(user.folder, 'node_modules/@concordat/runtime/commonjs')
  const required = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(join(folder, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
  expect(required).toBeLessThan(800_000)
  expect(bytesTogether(packages) - required).toBeLessThan(950_000)
})

test('a generated client needs nothing else', () => {
  project.concordat('generate')
  cpSync(join(project.folder, 'generated'), join(user.folder, 'generated'), { recursive: true })
  user.write(
    'run.ts',
    `import { createClient } from './generated/client.ts'
const fetch = async () => Response.json({ id: 7, name: 'Rex' })
const api = createClient({ baseUrl: 'http://service.test', fetch })
console.log((await api.getPet({ path: { petId: 7 } })).name)
`,
  )
  expect(user.node('run.ts')).toMatchObject({ status: 0, stdout: 'Rex\n', stderr: '' })
})

test('linear patterns are matched by the engine that the package brings', () => {
  user.write(
    'pattern.ts',
    `import { createValidator } from '@concordat/runtime/schema'
const compile = createValidator({})
const validate = compile({ type: 'string', pattern: '^(a+)+$' })
console.log(validate('aaa').length, validate(\`\${'a'.repeat(100)}b\`).length)
`,
  )
  expect(user.node('pattern.ts')).toMatchObject({ status: 0, stdout: '0 1\n', stderr: '' })
})

test('a function of the web platform is served by the package alone', () => {
  user.write(
    'serve.ts',
    `import { serve } from '@concordat/runtime/server/node'
const { url, close } = await serve(async (request) => new Response(await request.text(), { status: 201 }))
const answer = await fetch(url, { method: 'POST', body: 'Rex' })
console.log(answer.status, await answer.text())
await close()
`,
  )
  expect(user.node('serve.ts')).toMatchObject({ status: 0, stdout: '201 Rex\n', stderr: '' })
})

test('an old Node is told what is needed', () => {
  const pretend = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'22.9.0'})"
  const cli = join(project.folder, 'node_modules/.bin/concordat')
  expect(project.node('--import', pretend, cli, 'generate')).toMatchObject({
    status: 2,
    stdout: '',
    stderr:
      'Concordat needs Node 22.19 or later, but this is 22.9.0. Fix: install a later version of Node.\n',
  })
})

describe.each(SET_UPS)('in a project $name what is generated compiles', (setUp) => {
  const { name, files, command } = setUp
  beforeAll(() => {
    for (const [file, settings] of Object.entries(files))
      project.write(join(name, file), JSON.stringify(settings))
    cpSync(join(import.meta.dirname, 'petstore.yaml'), join(project.folder, name, 'openapi.yaml'))
    project.write(
      join(name, 'concordat.config.mjs'),
      "export default { document: 'openapi.yaml', output: 'generated', outputs: ['client', 'server'] }\n",
    )
    project.write(join(name, 'caller.ts'), callerOf(setUp))
    const { status, stderr } = project.concordat('generate', '--config', join(name, 'concordat.config.mjs'))
    expect(status, stderr).toBe(0)
  })

  test.each(COMPILERS)('under TypeScript $version', ({ program }) => {
    const { stdout, status } = project.node(join(root, program), ...command, name)
    expect(stdout).toBe('')
    expect(status).toBe(0)
  })
})

describe.each(['concordat', '@concordat/runtime', '@concordat/contract'])('%s', (name) => {
  const read = (file: string) => readFileSync(join(project.folder, 'node_modules', name, file), 'utf8')

  test('has a licence and a page without dead links', () => {
    expect(read('LICENSE')).toContain('MIT License')
    const links = [...read('README.md').matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link)
    const missing = links.filter(
      (link) => !link.startsWith('https:') && !existsSync(join(project.folder, 'node_modules', name, link)),
    )
    expect(missing).toEqual([])
  })

  test('has JavaScript with declarations for each entry, and nothing of the repository', () => {
    const folder = join(project.folder, 'node_modules', name)
    const { private: isPrivate, exports } = JSON.parse(read('package.json')) as {
      private?: boolean
      exports: Record<string, string | { types: string; default: string }>
    }
    expect(isPrivate).toBeUndefined()
    const files = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : [entry.types, entry.default],
    )
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([])
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(sources.filter((file) => /(?<!\.d)\.ts$/.test(file))).toEqual([])
  })
})
