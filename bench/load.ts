import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { UsageError } from '../generator/errors/problem.ts'
import { count, runCommand } from './command.ts'
import { measureCapture } from './load/capture.ts'
import { type Figure, isBroken, toCells } from './load/figure.ts'
import { measureList } from './load/list.ts'
import { measureMemory } from './load/memory.ts'
import { measureProcessor } from './load/processor.ts'
import { measureRead } from './load/read.ts'
import { type Setting, type Sizes, withSetting } from './load/setting.ts'
import { formatTable } from './table.ts'

const measurements: ReadonlyMap<string, (setting: Setting) => Promise<readonly Figure[]>> = new Map([
  ['list', measureList],
  ['read', measureRead],
  ['capture', measureCapture],
  ['processor', measureProcessor],
  ['memory', measureMemory],
])

const HELP = `Puts load on the service and on an equivalent minimal server in turn, and prints ratios.

  npm run bench:load -- [--persons N] [--events N] [--requests N] [--rounds N] [--only a,b]
      --persons N    persons in the database (default 1000000)
      --events N     events to capture, and as many to insert (default 100000)
      --requests N   requests of the memory measurement (default 100000)
      --rounds N     rounds of the other measurements; medians are printed (default 5)
      --only a,b     only these measurements, of ${[...measurements.keys()].join(', ')}
      --help

The service, the minimal server, PostgreSQL and this command, which generates the load, are separate processes.

Exit codes: 0 no limit is exceeded; 1 a limit is exceeded; 2 wrong usage.`

const HEADER = ['what', 'unit', 'service', 'beside', 'ratio', 'bound', '']

async function measure(
  names: readonly string[],
  sizes: Sizes,
  signal: AbortSignal,
): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-load-'))
  const progress = createProgress(process.stderr)
  progress.step(`${sizes.persons} persons`)
  try {
    return await withSetting({ folder, sizes, signal }, async (setting) => {
      const figures: Figure[] = []
      for (const name of names) {
        progress.step(name)
        figures.push(...((await measurements.get(name)?.(setting)) ?? []))
      }
      progress.done(`${names.length} measurements.`)
      return figures
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function choose(only: string | undefined): readonly string[] {
  if (only === undefined) return [...measurements.keys()]
  const names = only.split(',')
  const unknown = names.find((name) => !measurements.has(name))
  if (unknown === undefined) return names
  throw new UsageError(
    `There is no measurement "${unknown}". Expected: ${[...measurements.keys()].join(', ')}.`,
  )
}

await runCommand(async (signal) => {
  const { values } = parseArgs({
    options: {
      persons: { type: 'string', default: '1000000' },
      events: { type: 'string', default: '100000' },
      requests: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const sizes = {
    persons: count('persons', values.persons, { least: 200 }),
    events: count('events', values.events),
    requests: count('requests', values.requests, { least: 20 }),
    rounds: count('rounds', values.rounds),
  }
  const figures = await measure(choose(values.only), sizes, signal)
  console.log(formatTable({ header: HEADER, rows: figures.map(toCells), textColumns: 2 }))
  return figures.some(isBroken) ? 1 : 0
})
