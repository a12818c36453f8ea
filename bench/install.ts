import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { count, runCommand } from './command.ts'
import { median } from './generators/bar.ts'
import { installBuilt } from './generators/install-own.ts'
import { installPackages } from './generators/npm.ts'
import { OVERRIDES, PACKAGES, PEER_FILES } from './generators/peers.ts'
import { bytesTogether, type InstalledPackage, installedIn } from './install/installed.ts'
import { measureStarts, type Start } from './install/starts.ts'
import { SUBJECTS, type Subject } from './install/subjects.ts'
import { formatTable } from './table.ts'

const FOLDER = join(tmpdir(), 'concordat-bench-install')

const HELP = `Installs our published packages and other generators, each into its own folder, and starts their commands in turn.
Prints packages, megabytes and median milliseconds, and which of our packages are the largest.

  npm run bench:install
      --rounds N     rounds whose medians are printed (default 7)
      --judge        exit with 1 if a limit is exceeded
      --help

Limits: at most 2 packages and 1.8 MB to run generated code, including modules for "require"; to generate it, fewer packages and megabytes than the median of hey-api
and orval. The other generators are installed into ${FOLDER} on first use.

Exit codes: 0 success; 1 with --judge if a limit is exceeded; 2 wrong usage.`

/** Limits for the packages that a project has to install in order to run a client. */
const MOST = { packages: 2, bytes: 1_800_000 }
/** Tools whose median is the limit for what a project installs for development. */
const BESIDE = ['hey-api', 'orval']
/** Number of our largest packages to list, including their dependencies. */
const LARGEST = 12

interface Installation {
  readonly subject: Subject
  readonly production: readonly InstalledPackage[]
  readonly development: readonly InstalledPackage[]
}

const [OURS] = SUBJECTS
const developmentOf = ({ tool }: Subject): string => join(FOLDER, tool.id)

async function install(subject: Subject, signal: AbortSignal): Promise<Installation> {
  const folder = developmentOf(subject)
  if (subject !== OURS) {
    const dependencies = Object.fromEntries(
      Object.entries<string>(PACKAGES).filter(([name]) => subject.development.includes(name)),
    )
    await installPackages(folder, { dependencies, overrides: OVERRIDES }, signal)
    for (const [name, text] of Object.entries(PEER_FILES)) writeFileSync(join(folder, name), text)
    return { subject, production: [], development: installedIn(folder) }
  }
  const running = `${folder}-running`
  await installBuilt(folder, subject.development, signal)
  await installBuilt(running, subject.production, signal)
  return { subject, production: installedIn(running), development: installedIn(folder) }
}

const megabytes = (packages: readonly InstalledPackage[]): string =>
  (bytesTogether(packages) / 1e6).toFixed(1)

function installationTable(installations: readonly Installation[]): string {
  return formatTable({
    header: ['tool', 'to run: packages', 'MB', 'to generate: packages', 'MB'],
    rows: installations.map(({ subject, production, development }) => [
      subject.name,
      String(production.length),
      megabytes(production),
      String(development.length),
      megabytes(development),
    ]),
    textColumns: 1,
  })
}

/** Each limit, with the figure that was compared with it. */
function barsOf(installations: readonly Installation[]): readonly { text: string; isBroken: boolean }[] {
  const [ours] = installations
  if (ours === undefined) return []
  const beside = installations.filter(({ subject }) => BESIDE.includes(subject.tool.id))
  const bar = (name: string, found: number, limit: number) => {
    const isBroken = !(found <= limit)
    return { text: `${name}: ${found} of at most ${limit}: ${isBroken ? 'broken' : 'holds'}`, isBroken }
  }
  const whole = (count: (packages: readonly InstalledPackage[]) => number) =>
    median(beside.map(({ development }) => count(development)))
  return [
    bar('packages to run', ours.production.length, MOST.packages),
    bar('bytes to run', bytesTogether(ours.production), MOST.bytes),
    bar(
      'packages to generate',
      ours.development.length,
      whole(({ length }) => length),
    ),
    bar('bytes to generate', bytesTogether(ours.development), whole(bytesTogether)),
  ]
}

const MILLISECONDS = (start: Start | undefined): string =>
  start === undefined ? '' : start.seconds === undefined ? 'failed' : (start.seconds * 1000).toFixed(0)

function startsTable(starts: readonly Start[]): string {
  const commands = ['--version', '--help', 'generate']
  return formatTable({
    header: ['tool, ms', ...commands],
    rows: SUBJECTS.map((subject) => [
      subject.name,
      ...commands.map((command) =>
        MILLISECONDS(starts.find((start) => start.subject === subject && start.command === command)),
      ),
    ]),
    textColumns: 1,
  })
}

function helpsTable(starts: readonly Start[]): string {
  return formatTable({
    header: ['help with one command', 'ms'],
    rows: starts
      .filter(({ command }) => command.includes(' '))
      .map((start) => [`${start.subject.name} ${start.command}`, MILLISECONDS(start)]),
    textColumns: 1,
  })
}

async function main(signal: AbortSignal): Promise<number> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '7' },
      judge: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const rounds = count('rounds', values.rounds)
  const progress = createProgress(process.stderr)
  mkdirSync(FOLDER, { recursive: true })
  const installations: Installation[] = []
  for (const subject of SUBJECTS) {
    progress.step(`Installing ${subject.name}`)
    installations.push(await install(subject, signal))
  }
  const starts = await measureStarts({
    ...{ subjects: SUBJECTS, rounds, signal, folderOf: developmentOf },
    onRun: (text) => progress.step(text),
  })
  progress.clear()
  const bars = barsOf(installations)
  console.log(
    [
      installationTable(installations),
      bars.map(({ text }) => text).join('\n'),
      formatTable({
        header: ['to generate with ours', 'MB'],
        rows: (installations[0]?.development ?? [])
          .slice(0, LARGEST)
          .map((each) => [each.name, megabytes([each])]),
        textColumns: 1,
      }),
      `Node ${process.versions.node}; medians of ${rounds} rounds`,
      startsTable(starts),
      helpsTable(starts),
    ].join('\n\n'),
  )
  for (const { subject, command, failure } of starts)
    if (failure !== undefined) console.error(`${subject.name} ${command}: ${failure}`)
  return values.judge && bars.some(({ isBroken }) => isBroken) ? 1 : 0
}

await runCommand(main)
