import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress.ts'
import { type Comparison, compare, type Result } from './generators/compare.ts'
import { installPeers } from './generators/install-peers.ts'
import { formatBound, holds } from './generators/tool.ts'
import { onInterrupt } from './interrupt.ts'
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

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { runs: { type: 'string', default: '3' }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const runs = Number(values.runs)
  if (values.help || !Number.isInteger(runs) || runs < 1) {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const documents = positionals.length > 0 ? positionals : [join(import.meta.dirname, '../spec/openapi.yaml')]
  const signal = onInterrupt()
  const progress = createProgress(process.stderr)
  progress.step(`Peers in ${PEERS_FOLDER}`)
  await installPeers(PEERS_FOLDER, signal)
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

process.exitCode = await main()
