import { existsSync } from 'node:fs'
import { arch, cpus, platform, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { UsageError } from '../generator/errors/problem.ts'
import { count, runCommand } from './command.ts'
import { judge } from './generators/bar.ts'
import { type BenchDocument, benchDocuments } from './generators/documents.ts'
import { type Figures, type Generation, measureGeneration } from './generators/generation.ts'
import { installOwn } from './generators/install-own.ts'
import { installPeers } from './generators/install-peers.ts'
import { type Compiler, measureUsers, type UserFigures } from './generators/users.ts'
import { formatTable } from './table.ts'

const PEERS_FOLDER = join(tmpdir(), 'concordat-bench')

const HELP = `Runs our published generator (with all its outputs) and other generators in turn, then compiles and edits programs
of ten calls that use the generated code. Prints medians, ratios and their limits.

  npm run bench:generators -- FOLDER
      --only NAME    one document: petstore, stripe or github
      --rounds N     rounds whose medians are printed (default 5)
      --judge        exit with 1 if a limit is exceeded
      --help

FOLDER contains the documents: petstore.yaml or petstore/openapi.yaml, and likewise stripe and github, in YAML or JSON. The programs are compiled with
GitHub's document. The other generators are installed into ${PEERS_FOLDER} on first use. Seconds depend on the machine; only ratios within one run are comparable.

Exit codes: 0 success; 1 with --judge if a limit is exceeded; 2 wrong usage.`

/** Maximum time of a run that changes nothing, as a multiple of the time that `node -e 0` takes. */
const AGAIN_BAR = 4
/** Maximum time of tsc, as a multiple of the time with openapi-fetch. */
const CHECK_BAR = 1
/** Maximum time of the language server, as a multiple of the time with hey-api. */
const EDIT_BAR = 2

interface Table {
  readonly text: string
  readonly isBroken: boolean
}

function generationTable({ name, bars }: BenchDocument, { ours, peers, again, nothing }: Generation): Table {
  if (ours.figures === undefined)
    return { text: `${name}: ${ours.tool.name} ${ours.failure}`, isBroken: true }
  const own = ours.figures
  let isBroken = false
  const judged = (ratio: number, limit: number | undefined): string => {
    const verdict = judge(ratio, limit)
    isBroken ||= verdict.isBroken
    return verdict.text
  }
  const rows = peers.map(({ tool, figures, failure = '' }) => {
    if (figures === undefined) return [tool.name, tool.makes, failure]
    const bar = bars.find(({ beside }) => beside === tool.id)
    return [
      ...cellsOf(tool.name, tool.makes, figures),
      judged(own.seconds / figures.seconds, bar?.seconds),
      (own.processorSeconds / figures.processorSeconds).toFixed(2),
      judged(own.megabytes / figures.megabytes, bar?.megabytes),
    ]
  })
  return {
    text: formatTable({
      header: ['tool', 'makes', 'seconds', 'processor s', 'peak MB', 'ours / theirs', 'processor', 'memory'],
      rows: [
        [...cellsOf(ours.tool.name, ours.tool.makes, own), '', '', ''],
        ...rows,
        [
          ...cellsOf('Concordat again', 'nothing changed', again),
          judged(again.seconds / nothing.seconds, AGAIN_BAR),
          '',
          '',
        ],
        [...cellsOf('node -e 0', 'nothing', nothing), '', '', ''],
      ],
      textColumns: 2,
    }),
    isBroken,
  }
}

function cellsOf(name: string, makes: string, { seconds, processorSeconds, megabytes }: Figures): string[] {
  return [name, makes, seconds.toFixed(3), processorSeconds.toFixed(3), megabytes.toFixed(0)]
}

function usersTable(figures: readonly UserFigures[]): Table {
  const of = (name: string) => figures.find(({ program }) => program.name === name)
  const [fetch, heyApi] = [of('openapi-fetch'), of('hey-api')]
  let isBroken = false
  const judged = (ratio: number, isOurs: boolean, limit: number): string => {
    const verdict = judge(ratio, isOurs ? limit : undefined)
    isBroken ||= verdict.isBroken
    return verdict.text
  }
  const rows = figures.map(({ program, checked, editMilliseconds }) => {
    const isOurs = program.tool === 'concordat'
    const ratio = (compiler: Compiler) =>
      checked[compiler].seconds / (fetch?.checked[compiler].seconds ?? Number.NaN)
    return [
      program.name,
      checked['5.9'].seconds.toFixed(2),
      judged(ratio('5.9'), isOurs, CHECK_BAR),
      checked['7'].seconds.toFixed(2),
      judged(ratio('7'), isOurs, CHECK_BAR),
      String(checked['5.9'].instantiations),
      checked['5.9'].megabytes.toFixed(1),
      String(checked['5.9'].errors),
      editMilliseconds.toFixed(0),
      judged(editMilliseconds / (heyApi?.editMilliseconds ?? Number.NaN), isOurs, EDIT_BAR),
    ]
  })
  return {
    text: formatTable({
      header: [
        'program of ten calls',
        'tsc 5.9 s',
        '/ openapi-fetch',
        'tsc 7 s',
        '/ openapi-fetch',
        'instantiations',
        'MB loaded',
        'errors',
        'edit ms',
        '/ hey-api',
      ],
      rows,
      textColumns: 1,
    }),
    isBroken,
  }
}

async function main(signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      judge: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [folder, ...more] = positionals
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const rounds = count('rounds', values.rounds)
  if (folder === undefined || more.length > 0 || !existsSync(folder))
    throw new UsageError('Give one folder that contains the documents. See --help.')
  const documents = benchDocuments(resolve(folder)).filter(
    ({ name }) => values.only === undefined || values.only === name,
  )
  if (documents.length === 0)
    throw new UsageError(`"--only" must be petstore, stripe or github, not "${values.only}".`)
  const progress = createProgress(process.stderr)
  progress.step(`Peers in ${PEERS_FOLDER}`)
  await installPeers(PEERS_FOLDER, signal)
  await installOwn(signal)
  console.log(
    `${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}; medians of ${rounds} rounds`,
  )
  let isBroken = false
  for (const document of documents) {
    const options = {
      document: document.file,
      rounds,
      peersFolder: PEERS_FOLDER,
      signal,
      onRun: (text: string) => progress.step(`${document.name}, ${text}`),
    }
    const print = (table: Table) => {
      isBroken ||= table.isBroken
      progress.clear()
      console.log(`\n${document.name}\n${table.text}`)
    }
    print(generationTable(document, await measureGeneration(options)))
    if (document.name === 'github') print(usersTable(await measureUsers(options)))
  }
  return values.judge && isBroken ? 1 : 0
}

await runCommand(main)
