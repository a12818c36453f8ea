import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { runCommand } from '../../bench/command.ts'
import { installPackages } from '../../bench/generators/npm.ts'
import { formatTable } from '../../bench/table.ts'
import { createProgress } from '../../generator/commands/progress/progress.ts'
import { UsageError } from '../../generator/errors/problem.ts'
import { root } from '../e2e/package/packed.ts'
import { startPackageRegistry } from '../e2e/service/package-registry.ts'
import { documentsIn } from './documents.ts'
import { GOALS, journey, type Outcome } from './journey.ts'
import { MANAGER_PACKAGES, MANAGERS, type Manager } from './manager.ts'
import { type ClientMaker, clientMakers, makeClient, OURS } from './peers.ts'
import { Terminal } from './terminal.ts'

const FOLDER = join(tmpdir(), 'concordat-newcomer')
const KEPT = join(root, '.newcomer')

const HELP = `Goes from an empty folder to a typed call, to a served handler and to a report, with the published packages and each
package manager, and compiles the result with each TypeScript. Prints what works; ${KEPT} has every message.

  npm run newcomer [-- DOCUMENT|FOLDER...]
      --only TEXT    only managers whose names contain TEXT
      --beside       before that, from an empty folder to a client that compiles, beside hey-api and orval: steps, seconds, lines printed, files
      --help

DOCUMENT is an OpenAPI document, FOLDER a folder of documents; default: three of this repository. pnpm and yarn are installed into ${FOLDER}
on first use.

Exit codes: 0; 1 something does not work; 2 wrong usage.`

/** Installs the managers that do not come with Node. Returns the folder of their programs. */
async function managerPrograms(signal: AbortSignal): Promise<string> {
  const folder = join(FOLDER, 'managers')
  await installPackages(folder, { dependencies: MANAGER_PACKAGES }, signal)
  return join(folder, 'node_modules/.bin')
}

/**
 * Packs the package with the command line. Managers can use a separate registry for a scope, but not for a
 * single name, which may be somebody else's package in the public registry.
 */
async function packedCommand(): Promise<string> {
  const folder = join(FOLDER, 'packed')
  mkdirSync(folder, { recursive: true })
  const from = { cwd: join(root, 'dist/concordat') }
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--silent', '--pack-destination', folder],
    from,
  )
  return join(folder, stdout.trim())
}

async function main(signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      beside: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const managers = MANAGERS.filter(({ name }) => name.includes(values.only))
  if (managers.length === 0) throw new UsageError(`There is no manager "${values.only}".\n\n${HELP}`)
  const documents = documentsIn(positionals.map((path) => resolve(path)))
  const progress = createProgress(process.stderr)
  progress.step('Package managers')
  const programs = [await managerPrograms(signal)]
  const registry = await startPackageRegistry()
  rmSync(KEPT, { recursive: true, force: true })
  mkdirSync(KEPT)
  const rows: string[][] = []
  const beside: string[][] = []
  try {
    const command = await packedCommand()
    for (const name of ['runtime', 'contract', 'mock']) await registry.publishFolder(join(root, 'dist', name))
    if (values.beside)
      for (const manager of managers)
        for (const maker of clientMakers(command)) {
          progress.step(`${manager.name}: ${maker.name}`)
          const [document = ''] = documents
          beside.push(await besideRow({ manager, maker, document, registry: registry.url, programs, signal }))
        }
    for (const manager of managers)
      for (const document of documents) {
        const title = join(basename(dirname(document)), basename(document))
        progress.step(`${manager.name}: ${title}`)
        const terminal = new Terminal({
          ...{ folder: mkdtempSync(join(tmpdir(), 'concordat-newcomer-')), programs, signal },
        })
        const outcome = await walk({ manager, document, terminal, registry: registry.url, command })
        signal.throwIfAborted()
        rmSync(terminal.folder, { recursive: true, force: true })
        const log = `${manager.name}-${title}.txt`.replaceAll(/[^\w.-]+/g, '-')
        writeFileSync(join(KEPT, log), `${terminal.kept}\n${JSON.stringify(outcome, null, 2)}\n`)
        const { steps, seconds, lines } = terminal.effort
        const effort = [String(steps), seconds.toFixed(1), String(lines)]
        rows.push([manager.name, title, ...GOALS.map((goal) => cellOf(outcome[goal], log)), ...effort])
      }
  } finally {
    await registry.stop()
  }
  progress.clear()
  if (beside.length > 0)
    console.log(
      `${formatTable({ header: ['under', 'client by', ...EFFORT, 'files'], rows: beside, textColumns: 2 })}\n`,
    )
  console.log(
    formatTable({ header: ['under', 'document', ...GOALS, ...EFFORT], rows, textColumns: GOALS.length + 2 }),
  )
  const ours = beside.filter(([, maker]) => maker === OURS)
  return [...rows, ...ours].flat().some((cell) => cell.startsWith('fails')) ? 1 : 0
}

const EFFORT = ['steps', 's', 'lines']

async function besideRow(options: {
  readonly manager: Manager
  readonly maker: ClientMaker
  readonly document: string
  readonly registry: string
  readonly programs: readonly string[]
  readonly signal: AbortSignal
}): Promise<string[]> {
  const { manager, maker, programs, signal } = options
  const folder = mkdtempSync(join(tmpdir(), 'concordat-newcomer-'))
  const terminal = new Terminal({ folder, programs, signal })
  const log = `beside-${manager.name}-${maker.name}.txt`.replaceAll(/[^\w.-]+/g, '-')
  try {
    const { steps, seconds, lines, files } = await makeClient({ ...options, terminal })
    return [manager.name, maker.name, String(steps), seconds.toFixed(1), String(lines), String(files)]
  } catch {
    return [manager.name, maker.name, `fails: ${log}`, '', '', '']
  } finally {
    writeFileSync(join(KEPT, log), terminal.kept)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function walk({
  manager,
  document,
  terminal,
  registry,
  command,
}: {
  readonly manager: Manager
  readonly document: string
  readonly terminal: Terminal
  readonly registry: string
  /** A packed file. */
  readonly command: string
}): Promise<Outcome> {
  try {
    for (const [name, text] of Object.entries(manager.files(registry))) terminal.write(name, text)
    await terminal.run(manager.begin)
    await terminal.run(manager.install({ development: command, production: '@concordat/runtime' }))
  } catch (error) {
    return { call: error instanceof Error ? error.message : String(error) }
  }
  return journey({ terminal, manager, document })
}

function cellOf(outcome: string | undefined, log: string): string {
  if (outcome === undefined) return ''
  return outcome === 'works' || outcome.startsWith('–') ? outcome : `fails: ${log}`
}

await runCommand(main)
