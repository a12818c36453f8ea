import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { UsageError } from '../generator/errors/problem.ts'
import { limits } from './attack/limits.ts'
import { faultsOf, type Row } from './attack/target.ts'
import { targets } from './attack/targets.ts'
import { count, runCommand } from './command.ts'
import { formatTable } from './table.ts'

const HELP = `Attacks all that meets strangers, on the loopback: ${targets.map(({ name }) => name).join(', ')}.

  npm run attack
      --only a,b     only targets whose names begin so
      --seed N       chooses what is sent by chance (default: the time)
      --help

Each line is one attempt: how many requests or calls it made, whether each was answered as it should be, the longest turn of the event
loop, in seconds of the processor, memory above that at the start, in MB, and seconds of the processor beside how many it may take: of
servers, ${limits.processor} for each MB that came, after decompression, or was answered, and a little for each request. It ends by itself.

Exit codes: 0 everything holds: ${limits.silence.nothing} s for callers without a key, ${limits.silence.key} s for others, ${limits.megabytes} MB; 1 something does not; 2 wrong
usage.`

const HEADER = ['target', 'attempt', 'tried', 'held', 'silence s', 'MB above', 'processor s', 'at most', '']

const figure = (value: number, digits: number): string => (Number.isNaN(value) ? '' : value.toFixed(digits))

function cells(row: Row): string[] {
  const { target, name, tried, wrong, silence, megabytesAbove, processor, mostProcessor } = row
  const faults = faultsOf(row)
  return [
    ...[target, name, String(tried), wrong.length === 0 ? 'all' : 'not all'],
    ...[figure(silence, 3), figure(megabytesAbove, 0)],
    ...[figure(processor, 2), figure(mostProcessor, 2)],
    faults.length === 0 ? 'holds' : `BROKEN: ${faults.join('; ')}`,
  ]
}

await runCommand(async (signal) => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const wanted = values.only?.split(',') ?? ['']
  const chosen = targets.filter(({ name }) => wanted.some((start) => name.startsWith(start)))
  if (chosen.length === 0)
    throw new UsageError(`"--only" names none of ${targets.map(({ name }) => name).join(', ')}.`)
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : count('seed', values.seed, { least: 0 })
  const folder = mkdtempSync(join(tmpdir(), 'concordat-attack-'))
  const progress = createProgress(process.stderr)
  const rows: Row[] = []
  try {
    for (const { name, attack } of chosen) {
      const onRow = (row: Row): void => {
        progress.step(`${name}: ${row.name}`)
        rows.push(row)
      }
      await attack({ folder, seed, signal, onRow })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const broken = rows.filter((row) => faultsOf(row).length > 0).length
  console.log(formatTable({ header: HEADER, rows: rows.map(cells), textColumns: 2 }))
  console.log(`\n${rows.length} attempts, ${broken} of them with faults. Seed ${seed}.`)
  return broken > 0 ? 1 : 0
})
