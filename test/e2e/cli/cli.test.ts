import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../waiting.ts'

const root = resolve(import.meta.dirname, '../../..')
const cli = join(root, 'generator/cli.ts')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'concordat-cli-'))
  cpSync(join(root, 'test/golden/list-with-offset-and-next/openapi.yaml'), join(folder, 'openapi.yaml'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/concordat'))
  symlinkSync(join(root, 'node_modules/@concordat'), join(folder, 'node_modules/@concordat'))
  writeFileSync(
    join(folder, 'concordat.config.ts'),
    "import { defineConfig } from 'concordat/config'\nexport default defineConfig({ document: 'openapi.yaml', output: 'out' })\n",
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

const run = (...args: string[]) =>
  spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: 'utf8' })
const edit = (change: (text: string) => string) =>
  writeFileSync(join(folder, 'openapi.yaml'), change(readFileSync(join(folder, 'openapi.yaml'), 'utf8')))
const files = () =>
  readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, 'out', name)).isFile(),
  )
const times = () =>
  Object.fromEntries(files().map((name) => [name, statSync(join(folder, 'out', name)).mtimeMs]))

describe('a document that comes by the standard input', () => {
  const piped = (input: string, ...args: string[]) =>
    spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: 'utf8', input })
  const text = () => readFileSync(join(folder, 'openapi.yaml'), 'utf8')
  const generate = ['generate', '--document', '-', '--output', 'piped', '--outputs', 'types']

  test('is generated from each time, and "-" is its name in messages', () => {
    expect(piped(text(), ...generate)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('written'),
    })
    const again = piped(text().replaceAll('Pet', 'Cat'), ...generate)
    expect(again).toMatchObject({ status: 0, stderr: expect.stringContaining('written') })
    expect(readFileSync(join(folder, 'piped/types.ts'), 'utf8')).toContain('interface Cat')
    expect(piped('openapi: 3.1.0\ninfo: [', ...generate)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^-:2:\d+ syntax-error/m),
    })
  })

  test('is one of the two that "diff" compares', () => {
    expect(piped(text(), 'diff', '-', 'openapi.yaml')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('No change'),
    })
  })

  test('cannot be watched, nor be named by a configuration', () => {
    expect(piped(text(), ...generate, '--watch')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('can be read again'),
    })
    rmSync(join(folder, 'concordat.config.ts'))
    writeFileSync(join(folder, 'package.json'), '{}')
    expect(piped(text(), 'init', '--document', '-')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('cannot refer to standard input'),
    })
  })
})

describe('generate', () => {
  test('counts the webhooks of a document that has nothing else', () => {
    writeFileSync(
      join(folder, 'openapi.yaml'),
      "openapi: 3.1.0\ninfo: { title: A, version: '1' }\nwebhooks: { made: { post: { responses: { '204': { description: ok } } } } }\n",
    )
    expect(run('generate').stderr).toMatch(/out: 1 webhook, \d+ files/)
    expect(run('generate').stderr).toContain('out: 1 webhook, nothing changed.')
    const types = run('generate', '--document', 'openapi.yaml', '--output', 'bare', '--outputs', 'types')
    expect(types.stderr).toMatch(/bare: 0 operations, \d+ files?/)
  })

  test('writes the operations that filters leave in, and says how many are left out', () => {
    const all = run('generate').stderr
    expect(all).toContain('out: 5 operations, 8 files')
    const { status, stderr } = run('generate', '--operation', 'GET *', '--skip-operation', 'getPet')
    expect(status, stderr).toBe(0)
    expect(stderr).toMatch(/out: \d operations? \(\d left out\), 8 files/)
    const { paths } = JSON.parse(readFileSync(join(folder, 'out/openapi.json'), 'utf8'))
    expect(Object.values<object>(paths).flatMap((item) => Object.keys(item))).not.toContain('post')
    expect(run('generate', '--operation', 'GET *', '--skip-operation', 'getPet').stderr).toMatch(
      /operations? \(\d left out\), nothing changed/,
    )
  })

  test('names the line of a filter in the configuration that fits nothing', () => {
    writeFileSync(
      join(folder, 'concordat.config.ts'),
      "export default {\n  document: 'openapi.yaml', output: 'out',\n  filters: { include: { paths: ['/nowhere'] } },\n}\n",
    )
    const { status, stderr } = run('generate')
    expect(status).toBe(1)
    expect(stderr).toContain('concordat.config.ts:3:33 filter-matches-nothing')
    expect(stderr).toContain('"filters.include.paths[0]" is "/nowhere", but the document has no such path.')
    expect(existsSync(join(folder, 'out'))).toBe(false)
  })

  test('reads formats that the command line names', () => {
    edit((text) => `${text}\n`)
    const { status, stderr } = run('generate', '--format', 'date-time=Date')
    expect(status, stderr).toBe(0)
    expect(run('generate').stderr).not.toContain('nothing changed')
  })

  test('writes every output, and says only what was written', () => {
    const { status, stderr } = run('generate')
    expect(stderr).toBe('out: 5 operations, 8 files (8 written, 0 unchanged).\n')
    expect(status).toBe(0)
    expect(files().sort()).toEqual([
      'client.ts',
      'contract/contract.ts',
      'contract/default.test.ts',
      'contract/grades.ts',
      'openapi.json',
      'operations.ts',
      'server.ts',
      'types.ts',
    ])
  })

  const output = (name: string) => readFileSync(join(folder, 'out', name), 'utf8')
  const tsconfig = (compilerOptions: object) =>
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))

  test('follows the tsconfig.json, also when nothing else changes', () => {
    tsconfig({ module: 'nodenext' })
    run('generate')
    expect(output('client.ts')).toContain("from './types.js'")
    tsconfig({ moduleResolution: 'bundler' })
    expect(run('generate', '--check').status).toBe(1)
    run('generate')
    expect(output('client.ts')).toContain("from './types'\n")
    expect(output('contract/contract.ts')).toContain("from '../operations'\n")
    expect(run('generate').stderr).toContain('nothing changed')
  })

  test('name and importExtension of the configuration decide', () => {
    tsconfig({ moduleResolution: 'bundler' })
    const config = (name: string) =>
      writeFileSync(
        join(folder, 'concordat.config.ts'),
        `export default { document: 'openapi.yaml', output: 'out', name: '${name}', importExtension: '.ts' }\n`,
      )
    config('createPets')
    run('generate')
    expect(output('client.ts')).toContain("from './types.ts'")
    expect(output('client.ts')).toContain('export function createPets(options')
    expect(output('client.ts')).not.toContain('export function createClient(')
    config('delete')
    expect(run('generate')).toMatchObject({
      status: 2,
      stderr: 'concordat.config.ts:1:59 "name" is not a name that can be declared in JavaScript.\n',
    })
  })

  test('a second run writes nothing', () => {
    run('generate')
    const before = times()
    expect(run('generate').stderr).toBe('out: 5 operations, nothing changed.\n')
    expect(times()).toEqual(before)
  })

  test('a document that is wrong leaves the output as it was, and exits with 1', () => {
    run('generate')
    const before = times()
    edit((text) => text.replace('openapi: ', 'openapi: 9'))
    const { status, stderr } = run('generate')
    expect(status).toBe(1)
    expect(stderr).toContain('unsupported-version')
    expect(stderr).toContain('Nothing was written.')
    expect(times()).toEqual(before)
  })

  test('a mistake with a plain reading is told and generated; --strict refuses it', () => {
    run('generate')
    const before = times()
    edit((text) => text.replace('#/components/schemas/', '#/components/schemas/No'))
    const strict = run('generate', '--strict')
    expect(strict.status).toBe(1)
    expect(strict.stderr).toContain('unresolvable-reference\n')
    expect(strict.stderr).toContain('Nothing was written.')
    expect(times()).toEqual(before)
    const { status, stderr } = run('generate')
    expect(status).toBe(0)
    expect(stderr).toContain('unresolvable-reference (warning)')
    expect(stderr).toContain('Read as unknown')
  })

  test('a file that is no longer made is removed, and nothing that people wrote', () => {
    run('generate')
    writeFileSync(join(folder, 'out/contract/mine.test.ts'), '// mine\n')
    edit((text) =>
      text
        .replace(/^ {6}operationId: /gm, '      tags: [Pets]\n      operationId: ')
        .replace(/\{ operationId: /g, '{ tags: [Pets], operationId: '),
    )
    expect(run('generate').stderr).toContain('1 removed')
    expect(existsSync(join(folder, 'out/contract/default.test.ts'))).toBe(false)
    expect(existsSync(join(folder, 'out/contract/pets.test.ts'))).toBe(true)
    expect(readFileSync(join(folder, 'out/contract/mine.test.ts'), 'utf8')).toBe('// mine\n')
  })

  test('--check names what is stale, writes nothing and exits with 1', () => {
    expect(run('generate', '--check').status).toBe(1)
    expect(existsSync(join(folder, 'out'))).toBe(false)
    run('generate')
    expect(run('generate', '--check').status).toBe(0)
    edit((text) => text.replace('A pet', 'One pet').replaceAll('hungry', 'fed'))
    const { status, stderr } = run('generate', '--check')
    expect(status).toBe(1)
    expect(stderr).toMatch(/stale files: .*types\.ts/)
  })

  test('--watch generates after a change, survives a wrong document, and stops on SIGINT', async () => {
    const child = spawn(process.execPath, [cli, 'generate', '--watch'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const log = lines(child)
    await log.wait('Watching for changes.')
    edit((text) => text.replace('operationId: feedPet', 'operationId: nourishPet'))
    await log.wait('written')
    await log.wait('Watching for changes.')
    expect(readFileSync(join(folder, 'out/client.ts'), 'utf8')).toContain('export const nourishPet')
    edit((text) => text.replace('openapi: 3.1.1', 'openapi: 9.9.9'))
    await log.wait('unsupported-version')
    await log.wait('Watching for changes.')
    edit((text) => text.replace('openapi: 9.9.9', 'openapi: 3.1.1').replace('nourishPet', 'feedPet'))
    await log.wait('written')
    expect(readFileSync(join(folder, 'out/client.ts'), 'utf8')).toContain('export const feedPet')
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

test('--watch does not miss what is saved during its first run', async () => {
  // A custom output prints its file once the document has been read.
  writeFileSync(
    join(folder, 'concordat.config.ts'),
    `import { writeFileSync } from 'node:fs'
export default {
  document: 'openapi.yaml',
  output: 'out',
  outputs: ['client', function tell() { writeFileSync('${join(folder, 'printing')}', ''); return {} }],
}
`,
  )
  const child = spawn(process.execPath, [cli, 'generate', '--watch'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log = lines(child)
  await until(() => existsSync(join(folder, 'printing')))
  edit((text) => text.replace('operationId: feedPet', 'operationId: nourishPet'))
  await log.wait('Watching for changes.')
  child.kill('SIGINT')
  await once(child, 'exit')
  expect(readFileSync(join(folder, 'out/client.ts'), 'utf8')).toContain('export const nourishPet')
})

describe('usage', () => {
  test.each([
    [['nonsense'], 'There is no command "nonsense". See: concordat --help'],
    [['help', 'verfy'], 'There is no command "verfy". Did you mean "verify"? See: concordat --help'],
    [['generate', '--nonsense'], 'There is no option "--nonsense". See: concordat generate --help'],
    [
      ['verify', 'http://127.0.0.1:1', '--rates', '5'],
      'There is no option "--rates". Did you mean "--rate"? See: concordat verify --help',
    ],
    [
      ['verify', 'http://127.0.0.1:1', '--report', '--baseline', 'known.yaml'],
      '"--report" needs a value: --report FORMAT=FILE. See: concordat verify --help',
    ],
    [
      ['--rates', '5', 'verify', 'http://127.0.0.1:1'],
      'There is no option "--rates". Did you mean "--rate"? See: concordat --help',
    ],
    [['generate', '--check=yes'], '"--check" takes no value. See: concordat generate --help'],
    [
      ['generate', 'extra'],
      '"concordat generate" takes no argument. "extra" is one argument too many. See: concordat generate --help',
    ],
    [['generate', '--config', 'missing.ts'], 'There is no file "missing.ts".'],
    [
      ['contract', 'http://127.0.0.1:1', '--rate', '5'],
      '"--rate" is available only with "concordat verify". Generated tests use the "verify" section of the configuration. See: concordat contract --help',
    ],
    [
      ['stubs', 'handlers', '--check'],
      '"--check" is available only with "concordat generate" and "concordat decisions". See: concordat stubs --help',
    ],
    [
      ['generate', '--overlay', 'more.yaml'],
      '"--overlay" requires a document on the command line. With a configuration, list the overlays there instead. See: concordat generate --help',
    ],
    [
      ['generate', '--config', 'a.ts', '--document', 'openapi.yaml'],
      'A document on the command line replaces the configuration. Omit "--config". See: concordat generate --help',
    ],
    [['verify'], '"concordat verify" needs BASE_URL. See: concordat verify --help'],
    [
      ['generate', '--format', 'date=Date'],
      '"--format.date" cannot be a Date, because a Date is an instant, not a day. Expected: "Temporal.PlainDate". See: concordat generate --help',
    ],
  ])('%j exits with 2 and says why in one line', (args, message) => {
    expect(run(...args)).toMatchObject({ status: 2, stdout: '', stderr: `${message}\n` })
  })

  test.each([
    [
      ['generate', '--document', 'opnapi.yaml'],
      'There is no file "opnapi.yaml". Did you mean "openapi.yaml"?',
    ],
    [['generate', '--document', 'openapi.yaml', '--overlay', 'none.yaml'], 'There is no file "none.yaml".'],
    [
      ['generate', '--document', 'node_modules'],
      'The file "node_modules" cannot be read (not a regular file).',
    ],
    [['diff', 'openapi.yaml', 'opnapi.yaml'], 'There is no file "opnapi.yaml". Did you mean "openapi.yaml"?'],
    [['diff', 'openapi.yaml', 'openapi.yaml', '--ignore', 'none.yaml'], 'There is no file "none.yaml".'],
    [['mock', 'opnapi.yaml'], 'There is no file "opnapi.yaml". Did you mean "openapi.yaml"?'],
    [['mock', 'openapi.yaml', '--data', 'none.json'], 'There is no file "none.json".'],
    [['stubs', 'handlers', '--document', 'none/openapi.yaml'], 'There is no file "none/openapi.yaml".'],
    [['verify', 'http://127.0.0.1:1', '--document', 'none.yaml'], 'There is no file "none.yaml".'],
    [['verify', 'http://127.0.0.1:1', '--har', 'none.har'], 'There is no file "none.har".'],
  ])('%j exits with 2, as a file that is not there breaks nobody', (args, message) => {
    const { status, stderr } = run(...args)
    expect(stderr.split('\n').at(-2)).toBe(message)
    expect(status).toBe(2)
  })

  test('an output whose packages the project does not have is generated, and says what to install', () => {
    const { status, stderr } = run('generate', '--document', 'openapi.yaml', '--outputs', 'client,msw')
    expect(status).toBe(0)
    expect(stderr).toContain(
      'The "msw" output needs msw, which the project does not have. Run: npm install --save-dev msw\n',
    )
    symlinkSync(join(root, 'node_modules/msw'), join(folder, 'node_modules/msw'))
    expect(run('generate', '--document', 'openapi.yaml', '--outputs', 'client,msw').stderr).not.toContain(
      'needs',
    )
  })

  test('contract tests that the configuration does not ask for are named as an output', () => {
    writeFileSync(
      join(folder, 'concordat.config.ts'),
      "export default { document: 'openapi.yaml', output: 'elsewhere', outputs: ['client'] }\n",
    )
    expect(run('contract', 'http://127.0.0.1:1')).toMatchObject({
      status: 2,
      stderr:
        'There are no contract tests in "elsewhere/contract". Fix: add "contract" to "outputs" in the configuration, then run: concordat generate\n',
    })
  })

  test('a configuration with wrong members names them all, with their places', () => {
    writeFileSync(
      join(folder, 'concordat.config.ts'),
      'export default {\n  document: 1,\n  outputs: ["client", "type"],\n  ouputs: [],\n}\n',
    )
    expect(run('generate')).toMatchObject({
      status: 2,
      stderr: `concordat.config.ts The configuration has no "output".
concordat.config.ts:2:3 "document" is not a path.
concordat.config.ts:3:23 "outputs[1]" is not one of "document", "types", "client", "server", "webhooks", "contract", "operations", "openapi", "fetch", "schemas", "responses", "query", "swr", "msw", "factories", "reference", "valibot", "zod", or a function. Did you mean "types"?
concordat.config.ts:4:3 The configuration has an unknown property "ouputs". Did you mean "outputs"?
4 problems in the configuration.
`,
    })
  })

  test.each([[['--help']], [['-h']], [['help']], [['help', '--help']]])(
    '%j prints every command and exits with 0',
    (args) => {
      const { status, stdout } = run(...args)
      expect(status).toBe(0)
      for (const command of ['generate', 'stubs', 'decisions', 'contract', 'verify'])
        expect(stdout).toContain(`concordat ${command}`)
      // A terminal has 24 lines.
      expect(stdout.split('\n').length).toBeLessThan(24)
    },
  )

  test('without a command it prints the same and exits with 2', () => {
    expect(run()).toMatchObject({ status: 2, stdout: run('--help').stdout })
  })

  test.each([[['verify', '--help']], [['verify', 'http://127.0.0.1:1', '-h']], [['help', 'verify']]])(
    '%j prints what the command takes, and nothing else',
    (args) => {
      const { status, stdout } = run(...args)
      expect(status).toBe(0)
      expect(stdout).toContain('concordat verify BASE_URL [options]\n')
      expect(stdout).toMatch(/ {2}--rate N +maximum requests per second/)
      expect(stdout).not.toContain('--watch')
      expect(stdout).not.toMatch(/\]\(|`/)
    },
  )

  test.each(['--version', '-v'])('%s prints the version of the package', (option) => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(run(option)).toMatchObject({ status: 0, stdout: `${version}\n` })
  })
})

test('stubs compile against what was generated', () => {
  run('generate')
  expect(run('stubs', 'handlers').status).toBe(0)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const options = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { rootDir: '/', typeRoots: [join(root, 'node_modules/@types')] },
    include: ['handlers', 'out/server.ts'],
    exclude: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/ts7/bin/tsc'), '-p', folder], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
  expect(run('stubs', 'handlers').stderr).toContain('every operation has a handler')
})

/** Waits for lines in a process's error stream, each after the line found before it. */
function lines(child: ChildProcess): { wait(pattern: string): Promise<void> } {
  let text = ''
  let from = 0
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return {
    async wait(pattern) {
      const expression = new RegExp(pattern)
      await until(() => {
        const match = expression.exec(text.slice(from))
        if (match !== null) from += match.index + match[0].length
        return match !== null
      })
    },
  }
}
