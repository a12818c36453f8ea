import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress.ts'
import { UsageError } from '../generator/errors/problem.ts'
import { runCommand } from './command.ts'
import { type Comparison, compare, type Result } from './generators/compare.ts'
import { installOwn } from './generators/install-own.ts'
import { installPeers } from './generators/install-peers.ts'
import { formatBound, holds } from './generators/tool.ts'
import { formatTable } from './table.ts'

const PEERS_FOLDER = join(tmpdir(), 'concordat-bench')

const HELP = `Runs our generator, with all its outputs, beside other generators, in turn, and prints seconds, memory and ratios.

  npm run bench:generators -- [FILE...]
      --runs N       rounds, of which the medians are printed (default 3)
      --help

FILE is an OpenAPI document (default spec/openapi.yaml). The others are installed into ${PEERS_FOLDER} on first use.
Seconds depend on the machine and are not judged; ratios of one run are.

Exit codes: 0 every ratio is within its bound; 1 one is not, or our generator failed; 2 wrong usage.`

const HEADER = ['tool', 'makes', 'seconds', 'peak MB', 'ratio', 'bound']

interface Row {
  readonly cells: readonly string[]
  /** The ratio is out of its bound. */
  readonly isBroken: boolean
}

function toRows({ ours, again, peers }: Comparison): readonly Row[] {
  const first = secondsOf(ours)
  return [
    toRow(ours, undefined),
    toRow(again, secondsOf(again) / first),
    ...peers.map((peer) => toRow(peer, first / secondsOf(peer))),
  ]
}

function toRow({ tool, figures, failure = '' }: Result, ratio: number | undefined): Row {
  const { name, makes, bound } = tool
  if (figures === undefined) return { cells: [name, makes, failure], isBroken: false }
  const isBroken = ratio !== undefined && bound !== undefined && !holds(ratio, bound)
  const verdict = bound === undefined ? '' : `${formatBound(bound)} ${isBroken ? 'broken' : 'holds'}`
  return {
    cells: [
      name,
      makes,
      figures.seconds.toFixed(2),
      figures.megabytes.toFixed(0),
      ratio?.toFixed(2) ?? '',
      verdict,
    ],
    isBroken,
  }
}

function secondsOf({ figures }: Result): number {
  return figures?.seconds ?? Number.NaN
}

async function main(signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { runs: { type: 'string', default: '3' }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1)
    throw new UsageError(`"--runs" takes a whole number from 1, not "${values.runs}".`)
  const documents = positionals.length > 0 ? positionals : [join(import.meta.dirname, '../spec/openapi.yaml')]
  const missing = documents.filter((path) => !existsSync(path))
  if (missing.length > 0) throw new UsageError(`There is no "${missing.join('", "')}".`)
  const progress = createProgress(process.stderr)
  progress.step(`Peers in ${PEERS_FOLDER}`)
  await installPeers(PEERS_FOLDER, signal)
  await installOwn(signal)
  let code = 0
  for (const path of documents) {
    const document = resolve(path)
    const onRun = (text: string) => progress.step(`${path}, ${text}`)
    const comparison = await compare({ document, runs, peersFolder: PEERS_FOLDER, signal, onRun })
    const rows = toRows(comparison)
    const { ours, again } = comparison
    if (ours.failure !== undefined || again.failure !== undefined || rows.some(({ isBroken }) => isBroken))
      code = 1
    progress.done(`${path} is done.`)
    console.log(`\n${path}, medians of ${runs} rounds; a ratio is ours / theirs, or again / first`)
    console.log(formatTable({ header: HEADER, rows: rows.map(({ cells }) => cells), textColumns: 2 }))
  }
  return code
}

await runCommand(main)
